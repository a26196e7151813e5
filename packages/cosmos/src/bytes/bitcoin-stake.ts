import type { StakeRegistration } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { sha256 } from '@noble/hashes/sha2.js';

/** A stake of Bitcoin that is registered. */
export interface BitcoinStake {
  /** Address on Babylon that gets the rewards. */
  readonly staker: string;
  readonly registration: StakeRegistration;
}

/**
 * Writes `MsgCreateBTCDelegation` (babylonlabs-io/babylon proto/babylon/btcstaking/v1/tx.proto), its `ProofOfPossessionBTC` (pop.proto), its
 * `InclusionProof` (btcstaking.proto) and `TransactionKey` (btccheckpoint.proto). What is 0 or empty is left out (ADR-027).
 */
export function encodeBitcoinStake({ staker, registration }: BitcoinStake): Uint8Array {
  const { proofOfPossession: pop, inclusionProof: included, ...stake } = registration;
  const key =
    included &&
    writeMessage([
      [1, BigInt(included.index)],
      [2, included.headerHash],
    ]);
  const inclusion =
    included &&
    key &&
    writeMessage([
      [1, key],
      [2, included.proof],
    ]);
  return writeMessage([
    [1, staker],
    [
      2,
      writeMessage([
        [1, BigInt(pop.type)],
        [2, pop.signature],
      ]),
    ],
    [3, stake.stakerKey],
    ...stake.providerKeys.map((providerKey) => [4, providerKey] as const),
    [5, BigInt(stake.stakingTime)],
    [6, stake.stakingValue],
    [7, stake.stakingTransaction],
    ...(inclusion === undefined ? [] : [[8, inclusion] as const]),
    [9, stake.slashingTransaction],
    [10, stake.slashingSignature],
    [11, BigInt(stake.unbondingTime)],
    [12, stake.unbondingTransaction],
    [13, stake.unbondingValue],
    [14, stake.unbondingSlashingTransaction],
    [15, stake.unbondingSlashingSignature],
  ]);
}

/**
 * Reads the message back from its bytes. It may leave something out: to find that, write the message again and compare.
 *
 * @throws Error if the bytes are no such message.
 */
export function decodeBitcoinStake(bytes: Uint8Array): BitcoinStake {
  const fields = readMessage(bytes);
  const pop = fields.message(2);
  const included = fields.has(8) ? fields.message(8) : undefined;
  const key = included?.message(1);
  const type = Number(pop.number(1));
  if (type !== 0 && type !== 1 && type !== 2) throw new RangeError('not a kind of signature');
  const stakingTransaction = fields.bytes(7);
  return {
    staker: fields.text(1),
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
