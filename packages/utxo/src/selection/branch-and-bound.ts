/** Coins to choose from, the most effective first. The numbers are exact, as their sum is below 2^53. */
export interface SearchSpace {
  /** The effective value of each coin: its amount less its cost. Descending, above 0. */
  readonly effective: readonly number[];
  /** The cost of spending each coin; above 0. */
  readonly cost: number;
  /** The sum of effective values that a set has to reach. */
  readonly target: number;
  /** What is added to the target if the number of coins is even, and if it is odd. */
  readonly extra: readonly [number, number];
  /** The sum of costs and excess has to stay below it. */
  readonly bound: number;
  /** The sums of costs and excess of all sets, and the bound, differ by multiples of it. */
  readonly unit: number;
  /** How many coins may be taken at most. */
  readonly maxCount: number;
}

/** As in Bitcoin Core, src/wallet/coinselection.cpp: TOTAL_TRIES. */
const maxTries = 100_000;

/**
 * Finds the coins that reach the target with the least sum of costs and excess. Branch and bound, depth first, the most effective coins first. The
 * last coin of a set is looked up and not searched for: it is the smallest that reaches the target.
 *
 * @returns The places of the coins, or undefined if no set below the bound was found within the tries.
 */
export function searchExact({
  effective,
  cost,
  target,
  extra,
  bound,
  unit,
  maxCount,
}: SearchSpace): number[] | undefined {
  const count = effective.length;
  const at = (list: readonly number[], i: number) => list[i] as number;
  // Sums of the first coins; and for each coin the place of the next different coin, as equal coins need to be tried only once.
  const sums = [0];
  for (const value of effective) sums.push(at(sums, sums.length - 1) + value);
  const next = Array.from(effective, (_, i) => i + 1);
  for (let i = count - 2; i >= 0; i--) {
    if (at(effective, i) === at(effective, i + 1)) next[i] = at(next, i + 1);
  }

  let least = bound;
  let best: number[] | undefined;
  let tries = 0;
  const path: number[] = [];

  const visit = (from: number, remaining: number): void => {
    tries++;
    const spent = path.length * cost;
    // The first place, from here on, with a coin that does not complete the set.
    const due = remaining + (path.length % 2 === 0 ? extra[1] : extra[0]);
    let [place, end] = [from, count];
    while (place < end) {
      const middle = (place + end) >>> 1;
      if (at(effective, middle) >= due) place = middle + 1;
      else end = middle;
    }
    if (place > from) {
      const last = place - 1;
      const total = spent + cost + at(effective, last) - remaining;
      if (total < least) {
        least = total;
        best = [...path, last];
      }
    }
    for (let i = place; i < count && tries < maxTries; i = at(next, i)) {
      // The number of coins that can still be paid for. If the next ones do not reach the target, the smaller ones after them do not either.
      const allowed = Math.min(maxCount - path.length, Math.floor((least - unit - spent) / cost));
      if (allowed < 2 || at(sums, Math.min(count, i + allowed)) - at(sums, i) < remaining) return;
      path.push(i);
      visit(i + 1, remaining - at(effective, i));
      path.pop();
    }
  };
  if (maxCount > 0) visit(0, target);
  return best;
}
