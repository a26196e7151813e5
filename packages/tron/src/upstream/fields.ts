import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, isAddressHex } from '../address/address.ts';
import { checkTokenId } from '../address/token-id.ts';

// Parts of answers. Nodes leave out what is 0, false or empty.

/** An integer of 64 bits that is not negative. Absent is 0. A node that is asked for texts writes a text. */
export const amount = z
  .union([
    jsonInteger(),
    z
      .string()
      .regex(/^\d{1,19}$/)
      .transform(BigInt),
  ])
  .refine((value) => value >= 0n && value < 2n ** 63n, 'not a number of 64 bits')
  .default(0n);

/** A number that is not negative and below 2^53. Absent is 0. A node that is asked for texts writes a text. */
export const integer = safeInteger();

/** Milliseconds since 1970. Absent is 0. */
export const milliseconds = safeInteger();

function safeInteger() {
  const text = z.string().regex(/^\d{1,16}$/);
  return z
    .union([z.int(), text.transform(Number)])
    .refine((value) => value >= 0 && Number.isSafeInteger(value), 'not a safe integer')
    .default(0);
}

/** An address in hex. */
export const address: z.ZodType<Address> = z
  .string()
  .refine(isAddressHex, 'not an address') as unknown as z.ZodType<Address>;

/** A hash in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Bytes in hex. */
export const hex = z.string().regex(/^(?:[0-9a-f]{2})*$/i);

/**
 * What a contract moved: `_` for coins, or the number of a TRC-10 token. TronGrid sometimes writes the text in hex, once or twice (TRON-US/trongrid, issue 17:
 * 5f and 3566 for `_`).
 */
export const movedAsset = z.string().transform((text, { issues }) => {
  const plain = plainOf(text);
  if (plain === '_') return plain;
  const checked = checkTokenId(plain);
  if (checked.ok && checked.value.type === 'TRC10') return checked.value.id;
  issues.push({ code: 'custom', input: text, message: 'not the number of a token' });
  return z.NEVER;
});

/** Digits in hex are 14 or more, and each pair begins with 3. No token has so high a number: they are counted up from 1000001. */
function plainOf(text: string): string {
  if (text === '5f' || text === '3566') return '_';
  if (text.length < 14 || !/^(?:3\d)+$/.test(text)) return text;
  return plainOf(text.replaceAll(/3(\d)/g, '$1'));
}

/** An array. Absent is empty. */
export function list<T extends z.ZodType>(item: T) {
  return z.array(item).default([]);
}

/** Elements of a list that others fill. One that does not fit costs itself only. */
export interface Mixed<T> {
  readonly fit: readonly T[];
  /** Those that do not fit, as they came. */
  readonly odd: readonly unknown[];
}

/** An array of which each element is read by itself. Absent is empty. */
export function mixed<T>(item: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .nullish()
    .transform((all): Mixed<T> => {
      const read = (all ?? []).map((raw) => ({ raw, found: item.safeParse(raw) }));
      return {
        fit: read.flatMap(({ found }) => (found.success ? [found.data] : [])),
        odd: read.flatMap(({ raw, found }) => (found.success ? [] : [raw])),
      };
    });
}

/** The elements that fit. */
export function fitting<T>(item: z.ZodType<T>) {
  return mixed(item).transform(({ fit }) => [...fit]);
}
