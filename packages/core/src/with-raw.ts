import * as z from 'zod';

/**
 * Reads an answer by a schema, and keeps beside it what the upstream really said, for fields that hand it on untouched.
 *
 * @param rawOf - What is kept of it. By default all, as it is.
 */
export function withRaw<T>(schema: z.ZodType<T>, rawOf: (raw: unknown) => unknown = (raw) => raw) {
  return z
    .unknown()
    .transform((raw) => ({ raw: rawOf(raw), value: raw }))
    .pipe(z.object({ raw: z.unknown(), value: schema }));
}
