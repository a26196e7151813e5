import { fromBase64, fromHex, stripHexPrefix, toHex } from '@isochain/core';

/** What a transaction tells its recipient (stellar/stellar-xdr, Stellar-transaction.x: Memo). */
export type Memo =
  | { readonly type: 'none' }
  /** At most 28 bytes of UTF-8. */
  | { readonly type: 'text'; readonly value: string }
  /** A number of 64 bits, in decimal. */
  | { readonly type: 'id'; readonly value: string }
  /** 32 bytes, in lower-case hex. */
  | { readonly type: 'hash' | 'return'; readonly value: string };

/** The types that a client can name. */
export const memoTypes = ['text', 'id', 'hash', 'return'] as const;

export type MemoType = (typeof memoTypes)[number];

/** Most bytes of a text. */
export const longestText = 28;

/** Why a text is no memo. */
export type MemoFault = { readonly tooLong: number } | { readonly type: MemoType; readonly reason: string };

/**
 * Reads `memo` of an intent. A text may begin with the type: `id:12345`, `hash:…`, `return:…` or `text:…`. Otherwise it is of type `wished`, or a text.
 *
 * @param wished - What the client wished for. It must not contradict the text.
 */
export function readMemo(text: string | undefined, wished?: MemoType): Memo | { readonly fault: MemoFault } {
  if (text === undefined || text === '') return { type: 'none' };
  const [, named, rest] = /^(text|id|hash|return):([\s\S]*)$/.exec(text) ?? [];
  const type = (named as MemoType | undefined) ?? wished ?? 'text';
  if (wished !== undefined && type !== wished) return { fault: { type: wished, reason: `it begins with ${named}:` } };
  return memoOf(type, named === undefined ? text : (rest ?? ''));
}

function memoOf(type: MemoType, value: string): Memo | { readonly fault: MemoFault } {
  const fault = (reason: string) => ({ fault: { type, reason } });
  switch (type) {
    case 'text': {
      if (value === '') return { type: 'none' };
      if (/\p{Surrogate}/u.test(value)) return fault('it has half of a character');
      const { length } = new TextEncoder().encode(value);
      return length > longestText ? { fault: { tooLong: length } } : { type, value };
    }
    case 'id': {
      if (!/^(?:0|[1-9][0-9]*)$/.test(value)) return fault('an id is a whole number without leading zeros');
      return value.length > 20 || BigInt(value) >= 2n ** 64n ? fault('an id has 64 bits') : { type, value };
    }
    default: {
      const bytes = fromHex(stripHexPrefix(value)) ?? fromBase64(value);
      return bytes?.length === 32 ? { type, value: toHex(bytes) } : fault('it must be 32 bytes, in hex or base64');
    }
  }
}

/** Writes a memo so that `readMemo` reads the same without a wish. */
export function writeMemo(memo: Memo): string | undefined {
  if (memo.type === 'none') return undefined;
  if (memo.type !== 'text') return `${memo.type}:${memo.value}`;
  return /^(?:text|id|hash|return):/.test(memo.value) ? `text:${memo.value}` : memo.value;
}
