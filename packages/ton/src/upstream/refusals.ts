import * as z from 'zod';

/** Answers of toncenter v2: what was asked for is in `result`. */
export function v2Answer<T>(result: z.ZodType<T>): z.ZodType<T> {
  return z.object({ ok: z.literal(true), result }).transform((answer) => answer.result as T);
}

/** tonapi answers what it does not know with 404, and says so in `error`. */
export const notFound = {
  statuses: [404],
  schema: z.object({ error: z.string() }),
} as const;
