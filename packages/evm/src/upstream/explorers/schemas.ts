import * as z from 'zod';

/** A number of any size, as text or as a JSON number. */
export const integer = z
  .union([z.string().regex(/^\d{1,78}$/), z.number().int().nonnegative(), z.bigint()])
  .transform(BigInt);

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase());

/** A text that somebody chose. The rest of the row is usable without it, or with another type in its place. */
export const text = z.string().optional().catch(undefined);

/** A number. The rest of the row is usable if it is missing or not a number. */
export const perhaps = integer.optional().catch(undefined);

/** Seconds since 1970 that a date of JavaScript can hold. The rest of the row is usable without. */
export const seconds = integer
  .refine((time) => time <= 8_640_000_000_000n)
  .optional()
  .catch(undefined);

/** Rows that are read one by one, with undefined in the place of each that does not fit. */
export function readableRows<T>(schema: z.ZodType<T>, rows: readonly unknown[]): (T | undefined)[] {
  return rows.map((row) => schema.safeParse(row).data);
}
