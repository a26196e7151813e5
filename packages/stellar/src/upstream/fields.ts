import * as z from 'zod';
import { type Address, readAddress } from '../address/address.ts';
import { fromDecimal } from '../bytes/stroops.ts';

// Parts of answers. Horizon writes amounts with seven decimals, and numbers of 64 bits as texts.

/** A list whose elements are read one by one. Those that cannot be read are left out. */
export function eachOf<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((list) =>
    list.flatMap((raw): T[] => {
      const { success, data } = schema.safeParse(raw);
      return success ? [data] : [];
    }),
  );
}

/** The same, with undefined in the place of each that cannot be read. */
export function readableOf<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((list) => list.map((raw): T | undefined => schema.safeParse(raw).data));
}

/** An amount, in stroops. */
export const stroops = z.string().transform((text, refinement): bigint => {
  const read = fromDecimal(text);
  if (read === undefined) refinement.addIssue('not an amount');
  return read ?? 0n;
});

/** A number of 63 bits, written as text or as number. */
export const integer = z
  .union([z.int(), z.string().regex(/^\d{1,19}$/)])
  .transform((value) => BigInt(value))
  .refine((value) => value >= 0n && value < 2n ** 63n, 'not a number of 63 bits');

/** An account (`G…`). */
export const address = z.string().transform((text, refinement): Address => {
  const read = readAddress(text);
  if (read === undefined) refinement.addIssue('not an account');
  return read ?? '';
});

/** A hash in lower-case hex without 0x. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A time, in milliseconds since 1970. */
export const time = z.string().transform((text, refinement): number => {
  const read = Date.parse(text);
  if (!Number.isFinite(read)) refinement.addIssue('not a time');
  return read;
});
