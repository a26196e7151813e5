import { setTimeout as wait } from 'node:timers/promises';

export interface EventuallyOptions {
  /** What is waited for, for the message: 'the transaction 12ab in a block'. */
  readonly what?: string;
  /** Milliseconds, far more than any machine needs: only what hangs takes longer. Defaults to two minutes. */
  readonly limit?: number;
  /** Milliseconds between two looks. Defaults to 20. */
  readonly interval?: number;
}

/**
 * Looks again and again until something is there: a transaction in an index, a balance, a file. Unlike `expect.poll` it also works outside of
 * tests, and in tests that run side by side.
 *
 * @param look - What it throws counts as not there yet.
 * @param isThere - By default everything but undefined and null is.
 * @throws the last error of `look`, or one that tells what was seen last, when the time is over.
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isThere: (seen: T) => boolean = (seen) => seen !== undefined && seen !== null,
  { what = 'What was waited for', limit = 120_000, interval = 20 }: EventuallyOptions = {},
): Promise<NonNullable<T>> {
  for (const since = performance.now(); ; await wait(interval)) {
    const seen = await tried(look);
    if ('value' in seen && isThere(seen.value)) return seen.value as NonNullable<T>;
    if (performance.now() - since < limit) continue;
    const last = 'value' in seen ? `Seen last: ${shown(seen.value)}` : `The last look failed: ${seen.error}`;
    throw new Error(`${what} was not there within ${limit / 1000} s. ${last}`, {
      cause: 'error' in seen && seen.error,
    });
  }
}

async function tried<T>(look: () => T | Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await look() };
  } catch (error) {
    return { error };
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value);
}
