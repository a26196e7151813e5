import * as z from 'zod';

/** Answers of toncenter v2: what was asked for is in `result`. */
export function v2Answer<T>(result: z.ZodType<T>): z.ZodType<T> {
  return z.object({ ok: z.literal(true), result }).transform((answer) => answer.result as T);
}

/**
 * tonapi answers what it does not know with 404, and says in `error` what that is. Other texts, such as those of a proxy, say nothing of the chain: the next
 * endpoint is asked.
 *
 * @see https://github.com/tonkeeper/opentonapi, pkg/core/errors.go and pkg/api: http.StatusNotFound.
 */
export const notFound = {
  statuses: [404],
  schema: z.object({ error: z.string().regex(/\b(?:entity|transaction|pool) not found\b|\bhas no jetton wallet\b/i) }),
} as const;
