import { bytesOf, toHex } from '@isochain/core';
import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { contractMessage, readContractMessage } from './contract-message.ts';
import { type ContractType, contractNumbers, typeUrlPrefix } from './contracts.ts';
import type { RawTransaction } from './transaction.ts';

// `Transaction.raw` and `Transaction` of tronprotocol/protocol, core/Tron.proto.

/** Writes what is signed. */
export function rawDataBytes(transaction: RawTransaction): Uint8Array {
  const { owner, contract, memo, permissionId } = transaction;
  const parameter = writeMessage([
    [1, `${typeUrlPrefix}${contract.type}`],
    [2, contractMessage(owner, contract)],
  ]);
  const item = writeMessage([
    [1, BigInt(contractNumbers[contract.type])],
    [2, parameter],
    [5, BigInt(permissionId)],
  ]);
  return writeMessage([
    [1, bytesOf(transaction.refBlockBytes)],
    [4, bytesOf(transaction.refBlockHash)],
    [8, BigInt(transaction.expiration)],
    [10, memo ?? ''],
    [11, item],
    [14, BigInt(transaction.timestamp)],
    [18, transaction.feeLimit ?? 0n],
  ]);
}

/**
 * Reads what is signed.
 *
 * @throws Error if the bytes are anything else than `rawDataBytes` makes of what was read: other fields, several contracts, another order.
 */
export function readRawData(bytes: Uint8Array): RawTransaction {
  const transaction = parseRawData(bytes);
  if (toHex(rawDataBytes(transaction)) !== toHex(bytes)) throw new Error('it is not written as usual');
  return transaction;
}

/** Reads what is signed, and passes over what it does not know. Throws Error if it is of another kind. */
function parseRawData(bytes: Uint8Array): RawTransaction {
  const fields = readMessage(bytes);
  const [item, ...others] = fields.messages(11);
  if (item === undefined || others.length > 0) throw new Error('it has not one contract');
  const parameter = item.message(2);
  const number = Number(item.number(1));
  const found = Object.entries(contractNumbers).find(([, known]) => known === number);
  if (found === undefined) throw new Error(`it has a contract of kind ${number}`);
  const type = found[0] as ContractType;
  if (parameter.text(1) !== `${typeUrlPrefix}${type}`) throw new Error('its contract has another name than its kind');
  const { owner, contract } = readContractMessage(type, parameter.bytes(2));
  return {
    owner,
    contract,
    refBlockBytes: toHex(fields.bytes(1)),
    refBlockHash: toHex(fields.bytes(4)),
    expiration: Number(fields.number(8)),
    timestamp: Number(fields.number(14)),
    ...(fields.has(18) ? { feeLimit: fields.number(18) } : {}),
    ...(fields.has(10) ? { memo: fields.text(10) } : {}),
    permissionId: Number(item.number(5)),
  };
}

/** Joins what was signed with its signatures, of 65 bytes each. */
export function signedBytes(raw: Uint8Array, signatures: readonly Uint8Array[]): Uint8Array {
  return writeMessage([[1, raw], ...signatures.map((signature) => [2, signature] as const)]);
}

/**
 * Reads a signed transaction.
 *
 * @throws Error if the bytes are no message.
 */
export function readSigned(bytes: Uint8Array): {
  readonly raw: Uint8Array;
  readonly signatures: readonly Uint8Array[];
} {
  const fields = readMessage(bytes);
  return { raw: fields.bytes(1), signatures: fields.all(2) };
}

/** Bytes that the chain counts for the result of a contract, which it adds by itself (MAX_RESULT_SIZE_IN_TX of tronprotocol/java-tron). */
const resultSize = 64;
const signatureLength = 65;

/**
 * The highest size (as `bandwidthSize` counts it) of a transaction that creates an account. The chain compares its limit with the size without the
 * result and without 65 bytes for each signature (BandwidthProcessor of tronprotocol/java-tron).
 *
 * @param limit - `getMaxCreateAccountTxSize`.
 */
export function longestActivation(limit: bigint): number {
  return Number(limit) + resultSize + signatureLength;
}

/**
 * The size that bandwidth is counted by: the signed transaction without its result, and 64 bytes for a result (BandwidthProcessor of
 * tronprotocol/java-tron). Equal to what mined transactions paid for: raw-data.test.ts.
 */
export function bandwidthSize(raw: Uint8Array, signatures = 1): number {
  const signature = new Uint8Array(signatureLength).fill(1);
  return signedBytes(raw, Array(signatures).fill(signature)).length + resultSize;
}
