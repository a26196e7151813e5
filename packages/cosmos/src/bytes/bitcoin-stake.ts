import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { StakeRegistration } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';

/** A stake of Bitcoin that is registered. */
export interface BitcoinStake {
  /** Address on Babylon that has the rewards. */
  readonly staker: string;
  readonly registration: StakeRegistration;
}

/**
 * Writes `MsgCreateBTCDelegation` (babylonlabs-io/babylon proto/babylon/btcstaking/v1/tx.proto), its `ProofOfPossessionBTC` (pop.proto), its
 * `InclusionProof` (btcstaking.proto) and `TransactionKey` (btccheckpoint.proto). What is 0 or empty is left out (ADR-027).
 */
export function encodeBitcoinStake({ staker, registration }: BitcoinStake): Uint8Array {
  const { proofOfPossession: pop, inclusionProof: included, ...stake } = registration;
  const writer = new BinaryWriter();
  bytesField(writer, 1, new TextEncoder().encode(staker));
  const proof = new BinaryWriter();
  if (pop.type !== 0) proof.uint32(tagOf(1, WireType.Varint)).int32(pop.type);
  bytesField(proof, 2, pop.signature);
  bytesField(writer, 2, proof.finish());
  bytesField(writer, 3, stake.stakerKey);
  for (const key of stake.providerKeys) bytesField(writer, 4, key);
  numberField(writer, 5, BigInt(stake.stakingTime));
  numberField(writer, 6, stake.stakingValue);
  bytesField(writer, 7, stake.stakingTransaction);
  if (included !== undefined) {
    const key = new BinaryWriter();
    numberField(key, 1, BigInt(included.index));
    bytesField(key, 2, included.headerHash);
    const branch = new BinaryWriter();
    bytesField(branch, 1, key.finish());
    bytesField(branch, 2, included.proof);
    bytesField(writer, 8, branch.finish());
  }
  bytesField(writer, 9, stake.slashingTransaction);
  bytesField(writer, 10, stake.slashingSignature);
  numberField(writer, 11, BigInt(stake.unbondingTime));
  bytesField(writer, 12, stake.unbondingTransaction);
  numberField(writer, 13, stake.unbondingValue);
  bytesField(writer, 14, stake.unbondingSlashingTransaction);
  bytesField(writer, 15, stake.unbondingSlashingSignature);
  return writer.finish();
}

function tagOf(field: number, type: WireType): number {
  return (field << 3) | type;
}

function bytesField(writer: BinaryWriter, field: number, bytes: Uint8Array): void {
  if (bytes.length > 0) writer.uint32(tagOf(field, WireType.LengthDelimited)).bytes(bytes);
}

/** Numbers without a sign and int64 that are not negative look the same. */
function numberField(writer: BinaryWriter, field: number, value: bigint): void {
  if (value !== 0n) writer.uint32(tagOf(field, WireType.Varint)).uint64(value);
}

/**
 * Reads it back, for those who look at the bytes alone. What it leaves out shows when the message is written again.
 *
 * @throws Error if the bytes are no such message.
 */
export function decodeBitcoinStake(bytes: Uint8Array): BitcoinStake {
  const fields = readFields(bytes);
  const pop = readFields(fields.bytes(2));
  const included = fields.has(8) ? readFields(fields.bytes(8)) : undefined;
  const key = included && readFields(included.bytes(1));
  const type = Number(pop.number(1));
  if (type !== 0 && type !== 1 && type !== 2) throw new RangeError('not a kind of signature');
  const stakingTransaction = fields.bytes(7);
  return {
    staker: new TextDecoder('utf-8', { fatal: true }).decode(fields.bytes(1)),
    registration: {
      stakingTxid: toHex(sha256(sha256(stakingTransaction)).toReversed()),
      proofOfPossession: { type, signature: pop.bytes(2) },
      stakerKey: fields.bytes(3),
      providerKeys: fields.all(4),
      stakingTime: Number(fields.number(5)),
      stakingValue: fields.number(6),
      stakingTransaction,
      ...(included && key
        ? { inclusionProof: { index: Number(key.number(1)), headerHash: key.bytes(2), proof: included.bytes(2) } }
        : {}),
      slashingTransaction: fields.bytes(9),
      slashingSignature: fields.bytes(10),
      unbondingTime: Number(fields.number(11)),
      unbondingTransaction: fields.bytes(12),
      unbondingValue: fields.number(13),
      unbondingSlashingTransaction: fields.bytes(14),
      unbondingSlashingSignature: fields.bytes(15),
    },
  };
}

/** The fields of a message, by number. */
function readFields(bytes: Uint8Array) {
  const found = new Map<number, (Uint8Array | bigint)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const value = type === WireType.Varint ? BigInt(reader.uint64()) : reader.bytes();
    found.set(field, [...(found.get(field) ?? []), value]);
  }
  const all = (field: number) => (found.get(field) ?? []).filter((value) => typeof value !== 'bigint');
  return {
    has: (field: number) => found.has(field),
    all,
    bytes: (field: number) => all(field).at(-1) ?? new Uint8Array(),
    number: (field: number) => (found.get(field) ?? []).find((value) => typeof value === 'bigint') ?? 0n,
  };
}
