import { attempt } from '@isochain/core';
import { isTooDeep } from '../move/type-tag.ts';
import { rawTransaction } from './layout.ts';
import type { RawTransaction } from './transaction.ts';

/** The sequence number of transactions that have a nonce instead (AIP-123). */
export const noSequenceNumber: bigint = 2n ** 64n - 1n;

/**
 * More bytes are no transaction of this family: the longest name of a type makes half of that. The time that the BCS library needs for a length of many
 * bytes grows with the square of them.
 */
export const longestRaw = 8_192;

/** BCS of a transaction without signatures. */
export function rawBytes(transaction: RawTransaction): Uint8Array {
  const { call, replay, ...others } = transaction;
  const isOrderless = 'nonce' in replay;
  return rawTransaction
    .serialize({
      ...others,
      sequenceNumber: isOrderless ? noSequenceNumber : replay.sequenceNumber,
      payload: isOrderless
        ? {
            Payload: {
              V1: {
                executable: { EntryFunction: mutable(call) },
                extraConfig: { V1: { multisigAddress: null, replayProtectionNonce: replay.nonce } },
              },
            },
          }
        : { EntryFunction: mutable(call) },
    })
    .toBytes();
}

/** Lists that the BCS library takes. */
function mutable(call: RawTransaction['call']) {
  return { ...call, typeArguments: [...call.typeArguments], arguments: [...call.arguments] };
}

/** The transaction in BCS bytes. Undefined if they hold none, or one that this family never makes. */
export function readRawBytes(bytes: Uint8Array): RawTransaction | undefined {
  if (bytes.length > longestRaw) return undefined;
  const read = attempt(() => rawTransaction.parse(bytes));
  if (read === undefined) return undefined;
  const { payload, sequenceNumber, ...others } = read;
  const found = payload.EntryFunction
    ? { call: payload.EntryFunction, replay: { sequenceNumber } }
    : orderlessOf(payload.Payload);
  // Writing what is too deep could need more stack than reading it did.
  if (found === undefined || found.call.typeArguments.some((tag) => isTooDeep(tag))) return undefined;
  const transaction = { ...others, ...found };
  // One transaction has one spelling: numbers with needless bytes and bytes after the end are refused.
  return isEqual(rawBytes(transaction), bytes) ? transaction : undefined;
}

function orderlessOf(
  payload: ReturnType<typeof rawTransaction.parse>['payload']['Payload'],
): Pick<RawTransaction, 'call' | 'replay'> | undefined {
  const call = payload?.V1.executable.EntryFunction;
  const nonce = payload?.V1.extraConfig.V1.replayProtectionNonce;
  return call && typeof nonce === 'bigint' ? { call, replay: { nonce } } : undefined;
}

/** Whether two byte arrays are the same. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
