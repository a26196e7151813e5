import * as z from 'zod';

/**
 * The schema of a list in which one row that does not fit costs that row only: undefined stands in its place. If no row fits, it is no list of this
 * kind, and the answer is refused.
 *
 * @param forms - What a row may be. The first one that fits counts.
 */
export function eachRow<T>(
  ...forms: readonly [z.ZodType<T>, ...z.ZodType<T>[]]
): z.ZodType<readonly (T | undefined)[]> {
  return z.array(z.unknown()).transform((rows, refinement) => {
    const found = rows.map((row) => {
      for (const form of forms) {
        const parsed = form.safeParse(row);
        if (parsed.success) return parsed.data;
      }
      return undefined;
    });
    if (rows.length === 0 || found.some((row) => row !== undefined)) return found;
    refinement.addIssue({ code: 'custom', message: 'expected a list of which some row fits' });
    return z.NEVER;
  });
}
