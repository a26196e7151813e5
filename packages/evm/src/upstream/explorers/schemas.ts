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

/** A text that somebody chose: without it, or with something else in its place, the rest is as good. */
export const text = z.string().optional().catch(undefined);

/** A number that may be missing, or be none, without anything else being wrong. */
export const perhaps = integer.optional().catch(undefined);

/** The rows that are what they should be. For hints, which others check: an odd row is no reason to miss the others. */
export function fitting<T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}
