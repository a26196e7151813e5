import { parseAmount, toBase64 } from '@isochain/core';
import { type Fields, readMessage, writeMessage } from '@isochain/core/protobuf';
import type { Money } from '../../bytes/messages.ts';
import type { ChainEvent } from '../lcd/events.ts';
import type { Sorted } from '../lcd/fields.ts';

// What protobuf answers of nodes have in common. Readers throw if an answer is not what it should be: then the endpoint failed.

/** A whole number in digits. It is not negative. */
export function amountOf(text: string): bigint {
  const amount = parseAmount(text);
  if (amount === undefined) throw new RangeError('not a whole number');
  return amount;
}

/**
 * A decimal number: protobuf has it as a whole number of 10^-18, without a point (cosmossdk.io/math LegacyDec: Marshal).
 *
 * @returns In units of 10^-18.
 */
export function decimalOf(text: string): bigint {
  return amountOf(text);
}

/** `cosmos.base.v1beta1.Coin` */
export function coinOf(fields: Fields): Money {
  const denom = fields.text(1);
  if (denom === '') throw new RangeError('no denomination');
  return { denom, amount: amountOf(fields.text(2)) };
}

/** `tendermint.abci.Event` of a `cosmos.base.abci.v1beta1.Result` (cometbft proto/tendermint/abci/types.proto). */
export function eventOf(fields: Fields): ChainEvent {
  const attributes = fields.messages(2).map((each) => ({ key: each.text(1), value: each.text(2) }));
  return { type: fields.text(1), attributes };
}

/** A list of which an element that does not fit costs only itself. */
export function eachOf<T>(list: readonly Uint8Array[], read: (fields: Fields) => T): Sorted<T> {
  const items: T[] = [];
  const odd: unknown[] = [];
  for (const message of list) {
    try {
      items.push(read(readMessage(message)));
    } catch {
      odd.push({ denom: denomOf(message) });
    }
  }
  return { items, odd };
}

/**
 * The same for lists that only the node writes.
 *
 * @throws RangeError if there are elements, and none fits.
 */
export function someOf<T>(list: readonly Uint8Array[], read: (fields: Fields) => T): Sorted<T> {
  const found = eachOf(list, read);
  if (found.items.length === 0 && found.odd.length > 0) throw new RangeError('nothing can be read');
  return found;
}

/** Of a coin that does not fit. */
function denomOf(message: Uint8Array): string | undefined {
  try {
    return readMessage(message).text(1);
  } catch {
    return undefined;
  }
}

/** `cosmos.base.query.v1beta1.PageRequest` (proto/cosmos/base/query/v1beta1/pagination.proto) */
export function pageRequest(limit: number, key: Uint8Array | undefined): Uint8Array {
  return writeMessage([
    [1, key ?? new Uint8Array()],
    [3, BigInt(limit)],
  ]);
}

/** `cosmos.base.query.v1beta1.PageResponse`: the page token in base64, as REST has it. Undefined on the last page. */
export function nextKeyOf(fields: Fields): string | undefined {
  const key = fields.bytes(1);
  return key.length === 0 ? undefined : toBase64(key);
}
