/** Coins to choose from, the most effective first, as exact numbers: their sum is below 2^53. */
export interface SearchSpace {
  /** What each brings beyond its own cost: descending, above 0. */
  readonly effective: readonly number[];
  /** What each costs; above 0. */
  readonly cost: number;
  /** What they have to bring together. */
  readonly target: number;
  /** What more they have to bring if their number is even, and if it is odd. */
  readonly extra: readonly [number, number];
  /** What costs and excess have to stay below, together. */
  readonly bound: number;
  /** Costs and excess of two sets, and the bound, differ by a multiple of it. */
  readonly unit: number;
  /** How many may be taken. */
  readonly maxCount: number;
}

/** As in Bitcoin Core, src/wallet/coinselection.cpp: TOTAL_TRIES. */
const maxTries = 100_000;

/**
 * Coins that reach the target with the least of costs and excess: branch and bound, depth first, those with the most effective coins first. The
 * last coin of a set is not searched for but looked up, as it is the smallest that reaches.
 *
 * @returns Their places, or undefined if no set stays below the bound (or none was found within the tries).
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
  // What the first coins bring together, and where the next coin that differs from one begins: what equal ones can do was tried with the first.
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
    // The first place, from here on, whose coin does not complete the set.
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
      // So many coins can still be paid for; if even the next ones do not reach, those after them do not either.
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
