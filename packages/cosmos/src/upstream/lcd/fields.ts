import { fromBase64, parseAmount } from '@isochain/core';
import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Money } from '../../bytes/messages.ts';
import { decimalUnit, readDecimal } from '../../decimal.ts';

// What answers of the REST interface (LCD) have in common. Integers of 64 bits come as texts, and from some modules as numbers.

/** A whole number that is not negative. */
export const amount: z.ZodType<bigint> = z.union([
  jsonInteger().refine((value) => value >= 0n),
  z.string().transform((text, refinement) => {
    const value = parseAmount(text);
    if (value === undefined) refinement.addIssue('not a whole number');
    return value ?? 0n;
  }),
]);

/** Up to 64 bits: a JSON number of JavaScript would lose its last digits. */
export const uint64: z.ZodType<bigint> = amount.refine((value) => value < 2n ** 64n);

/** The height of a block: from 1, of 63 bits (cometbft types/block.go: int64). */
export const blockHeight: z.ZodType<bigint> = amount.refine((value) => value > 0n && value < 2n ** 63n);

/** A decimal number that is not negative, in units of 10^-18. */
export const decimal: z.ZodType<bigint> = z
  .string()
  .regex(/^\d{1,60}(\.\d{1,18})?$/)
  .transform(readDecimal);

/** Some chains have their own patterns for denominations. One odd token must not hide the others. */
const denom = z.string().min(1).max(256);

export const coin: z.ZodType<Money> = z.object({ denom, amount });

/** Rewards are counted in fractions, and paid in whole units. The fraction of a unit is not paid. */
export const wholeCoin: z.ZodType<Money> = z
  .object({ denom, amount: decimal })
  .transform((found) => ({ denom: found.denom, amount: found.amount / decimalUnit }));

/** The page token in base64; absent on the last page. */
export const nextKey = z
  .object({ next_key: z.string().nullish() })
  .nullish()
  .transform((pagination) => pagination?.next_key || undefined);

/** A list of which each element was read by itself. */
export interface Sorted<T> {
  readonly items: readonly T[];
  /** Elements that do not fit, as the node gave them. */
  readonly odd: readonly unknown[];
}

/** A list of which an element that does not fit costs only itself: others can have a part in what lists hold. */
export function eachOf<T>(schema: z.ZodType<T>): z.ZodType<Sorted<T>> {
  return z.array(z.unknown()).transform((list) => {
    const items: T[] = [];
    const odd: unknown[] = [];
    for (const element of list) {
      const read = schema.safeParse(element);
      if (read.success) items.push(read.data);
      else odd.push(element);
    }
    return { items, odd };
  });
}

/** The same for lists that only the node writes. If nothing fits, the node speaks another language, and the next one is asked. */
export function someOf<T>(schema: z.ZodType<T>): z.ZodType<Sorted<T>> {
  return eachOf(schema).refine(({ items, odd }) => items.length > 0 || odd.length === 0);
}

/** Whether elements that do not fit may be of a denomination that something depends on: only one that clearly names another is not. */
export function mayHold(odd: readonly unknown[], denom: string): boolean {
  return odd.some((element) => {
    const named = z.object({ denom: z.string().min(1) }).safeParse(element).data?.denom;
    return named === undefined || named === denom;
  });
}

/** Whether no key comes twice. What comes twice in a list would be counted twice. */
export function isDistinct(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length;
}

/** The year 2106, in milliseconds since 1970. No stake ends that late, and no block has such a time. */
export const latestTime = 2 ** 32 * 1000;

/** As protobuf writes it in JSON. JavaScript would read a date in almost any text, such as `-1`. */
const timeText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `2026-11-22T10:04:07.676079190Z`, as milliseconds since 1970. */
export const time: z.ZodType<number> = z.string().transform((text, refinement) => {
  const milliseconds = timeText.test(text) ? Date.parse(text) : Number.NaN;
  if (!(milliseconds >= 0 && milliseconds < latestTime)) refinement.addIssue('not a time');
  return milliseconds;
});

export const base64: z.ZodType<Uint8Array> = z.string().transform((text, refinement) => {
  const bytes = fromBase64(text);
  if (bytes === undefined) refinement.addIssue('not base64');
  return bytes ?? new Uint8Array();
});
