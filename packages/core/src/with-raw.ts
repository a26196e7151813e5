import * as z from 'zod';

/**
 * Reads an answer by a schema, and keeps the raw answer beside it, for fields that pass it on unchanged.
 *
 * @param rawOf - Picks the part to keep. By default everything.
 */
export function withRaw<T>(schema: z.ZodType<T>, rawOf: (raw: unknown) => unknown = (raw) => raw) {
  return z
    .unknown()
    .transform((raw) => ({ raw: rawOf(raw), value: raw }))
    .pipe(z.object({ raw: z.unknown(), value: schema }));
}
