import type { Memory } from '../processes/metrics.ts';

export interface Flatness {
  readonly at: readonly (Memory & { readonly percent: number })[];
  /** Growth of resident memory from the first mark to the last, as a share: 0.02 for two per cent more. */
  readonly growth: number;
  readonly isFlat: boolean;
}

const marks = [10, 50, 100];

/** A process of this size gains and loses this share by chance. A leak of half a kilobyte in each of 90,000 requests would be more. */
export const mostGrowth = 0.1;

/**
 * Whether memory stayed the same. Only resident memory is judged. The heap goes up and down like a saw, so its low points are shown.
 *
 * @param seen - Samples of memory at even distances from the beginning to the end.
 */
export function flatness(seen: readonly Memory[]): Flatness {
  const at = marks.map((percent) => {
    const last = Math.round((percent / 100) * (seen.length - 1));
    const tenth = seen.slice(Math.round(last - (seen.length - 1) / 10), last + 1);
    return {
      percent,
      resident: seen[last]?.resident ?? 0,
      heap: Math.min(...tenth.map(({ heap }) => heap)),
    };
  });
  const growth = (at.at(-1)?.resident ?? 0) / (at[0]?.resident ?? 0) - 1;
  return { at, growth, isFlat: growth <= mostGrowth };
}
