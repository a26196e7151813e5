import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchSpace, searchExact } from './branch-and-bound.ts';

const space = (effective: number[], target: number, bound: number, more: Partial<SearchSpace> = {}) => ({
  effective,
  cost: 10,
  target,
  extra: [0, 0] as const,
  bound,
  unit: 1,
  maxCount: 100,
  ...more,
});

/** What a set costs: undefined if it does not reach. */
function costOf({ effective, cost, target, extra }: SearchSpace, places: readonly number[]): number | undefined {
  const sum = places.reduce((total, i) => total + (effective[i] ?? 0), 0);
  const due = target + (places.length % 2 === 0 ? extra[0] : extra[1]);
  return sum < due ? undefined : places.length * cost + sum - target;
}

/** The least cost of all sets. */
function leastCost(search: SearchSpace): number | undefined {
  const count = search.effective.length;
  const sets = Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, i) => i).filter((i) => (bits >> i) & 1),
  );
  const allowed = sets.filter((set) => set.length > 0 && set.length <= search.maxCount);
  const costs = allowed.flatMap((set) => costOf(search, set) ?? []);
  const least = Math.min(...costs);
  return least < search.bound ? least : undefined;
}

describe('searchExact', () => {
  it('finds the set that fits', () => {
    expect(searchExact(space([500, 310, 200, 120, 50], 370, 99))).toEqual([2, 3, 4]);
  });

  it('prefers a leftover to another coin if that costs less', () => {
    expect(searchExact(space([375, 200, 170], 370, 99))).toEqual([0]);
    expect(searchExact(space([381, 200, 170], 370, 99))).toEqual([1, 2]);
  });

  it('finds nothing if all sets cost as much as the bound', () => {
    expect(searchExact(space([375, 200, 170], 370, 15))).toBeUndefined();
    expect(searchExact(space([375, 200, 170], 370, 16))).toEqual([0]);
    expect(searchExact(space([], 370, 16))).toBeUndefined();
    expect(searchExact(space([375], 370, 16, { maxCount: 0 }))).toBeUndefined();
  });

  it('finds the least cost of all sets', () => {
    const wallet = fc.record({
      coins: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 10 }),
      target: fc.integer({ min: 1, max: 300 }),
      bound: fc.integer({ min: 1, max: 120 }),
      cost: fc.integer({ min: 1, max: 12 }),
      maxCount: fc.integer({ min: 1, max: 10 }),
      extra: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
    });
    fc.assert(
      fc.property(wallet, ({ coins, target, bound, ...more }) => {
        const search = space(
          coins.sort((a, b) => b - a),
          target,
          bound,
          more,
        );
        const found = searchExact(search);
        expect(found && costOf(search, found)).toBe(leastCost(search));
        expect(new Set(found).size).toBe(found?.length ?? 0);
        expect(found?.length ?? 0).toBeLessThanOrEqual(more.maxCount);
      }),
      { numRuns: turns(500) },
    );
  });

  it('tries equal coins once', () => {
    // A million sets of 10 among 40 equal coins would be tried otherwise, and none leaves less.
    const equal = Array.from({ length: 5_000 }, () => 1_000);
    expect(searchExact(space(equal, 9_990, 111, { maxCount: 5_000 }))).toHaveLength(10);
    expect(searchExact(space(equal, 9_990, 110, { maxCount: 5_000 }))).toBeUndefined();
  });

  it('finds a set behind many equal coins', () => {
    // 1,200 is a multiple of 12, and so is the target; each of the others is one more than such a multiple. What a set leaves
    // is, beside multiples of 12, as much as it has of the others: all twelve leave nothing, and cost 12. Ten coins do not reach. Eleven leave at
    // least 2, 769 with one of the others, and 1,020 with none.
    const others = Array.from({ length: 12 }, (_, i) => 12 * (90 - i) + 1);
    const effective = [...Array.from({ length: 40 }, () => 1_200), ...others];
    const found = searchExact(space(effective, 12_180, 13, { cost: 1 }));
    expect(found).toEqual(others.map((_, i) => 40 + i));
  });

  it('gives up after a reasonable time', () => {
    // Even amounts never make an odd one, and nothing else says so.
    const even = Array.from({ length: 2_000 }, (_, i) => 2 * (100_000 - 7 * i));
    const search = space(even, 5_000_001, 26 * 1_000 + 1, { cost: 1_000, maxCount: 2_000 });
    expect(searchExact(search)).toBeUndefined();
  });
});
