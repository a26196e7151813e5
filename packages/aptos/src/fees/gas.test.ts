import { describe, expect, it } from 'vitest';
import { floorOf, leastLimit, mostUnits, type Need, tightLimit, usualLimit } from './gas.ts';
import { gasLimits } from './limits.ts';

const need = (gasUsed: bigint, more: Partial<Need> = {}): Need => ({ gasUsed, isPool: false, floor: 28n, ...more });

const limits = gasLimits({});

// The gas schedule of aptos-labs/aptos-networks, gas/v1.48.0.json, and mined transactions (fixtures/mined.json). All numbers are by hand.

describe('the usual limit', () => {
  it.each([
    // 3 octas of work: never less than 500 units of room.
    [6n, 506n],
    [100n, 600n],
    [999n, 1_499n],
    [1_000n, 1_500n],
    [1_001n, 1_502n],
    // A transfer to an account without a store.
    [5_450n, 8_175n],
  ])('for %i units is half more, and 500 at least: %i', (used, expected) => {
    expect(usualLimit(need(used))).toBe(expected);
  });

  it.each([
    // The mined unlock, and one of today: ten times as much.
    [1_336n, 4_008n],
    [13_360n, 40_080n],
    [100n, 1_200n],
  ])('for %i units of a delegation pool is twice that: %i', (used, expected) => {
    expect(usualLimit(need(used, { isPool: true }))).toBe(expected);
  });

  it('is never under the floor', () => {
    expect(usualLimit(need(50n, { floor: 5_210n }))).toBe(5_210n);
    expect(usualLimit(need(50n, { floor: 5_210n, isPool: true }))).toBe(5_210n);
  });

  it('is never above what the chain takes', () => {
    expect(mostUnits).toBe(20_000_000n);
    expect(usualLimit(need(19_000_000n))).toBe(20_000_000n);
    expect(usualLimit(need(19_000_000n, { isPool: true }))).toBe(20_000_000n);
  });
});

describe('the least limit', () => {
  it.each([
    [0n, 28n],
    [1n, 28n],
    [25n, 28n],
    [26n, 29n],
    [100n, 110n],
    [101n, 112n],
    [5_450n, 5_995n],
  ])('for %i units is a tenth more, and the floor at least: %i', (used, expected) => {
    expect(leastLimit(need(used))).toBe(expected);
  });

  it('is above what the chain takes where nothing can be offered', () => {
    expect(leastLimit(need(19_000_000n))).toBeGreaterThan(mostUnits);
  });
});

describe('the limit for a maximum', () => {
  it.each([
    [6n, 28n],
    [50n, 65n],
    [101n, 122n],
    [5_450n, 6_005n],
  ])('for %i units is a tenth and ten units more: %i', (used, expected) => {
    expect(tightLimit(need(used))).toBe(expected);
    expect(tightLimit(need(used))).toBeGreaterThanOrEqual(leastLimit(need(used)));
  });

  it('is twice that for a delegation pool, never under the floor, and never above what the chain takes', () => {
    expect(tightLimit(need(4_610n, { isPool: true }))).toBe(10_162n);
    expect(tightLimit(need(50n, { floor: 5_210n }))).toBe(5_210n);
    expect(tightLimit(need(19_000_000n))).toBe(mostUnits);
  });
});

describe('the floor', () => {
  it.each([
    // 10 units, and 400 000 + 300 * 400 octas.
    [100n, 5_210n],
    [150n, 3_477n],
    [10_000n, 62n],
    // More than all that the storage costs.
    [1_000_000n, 28n],
    [1n, 520_010n],
  ])('of the first transaction of an account at a price of %i octas is %i units', (price, expected) => {
    expect(floorOf(limits, price, true)).toBe(expected);
    // The chain's own sum: at least 10 times the price, and the storage.
    expect(expected * price).toBeGreaterThanOrEqual(10n * price + 520_000n);
  });

  it('of every other one is 28 units', () => {
    for (const price of [100n, 10_000n]) expect(floorOf(limits, price, false)).toBe(28n);
  });

  it("is the operator's where the schedule changed", () => {
    const other = gasLimits({ gasFloors: { units: '300' } });
    expect(floorOf(other, 100n, false)).toBe(300n);
    expect(floorOf(other, 10_000n, true)).toBe(300n);
    expect(floorOf(other, 100n, true)).toBe(5_210n);
  });

  it("of a first transaction covers the operator's storage of an account", () => {
    const other = gasLimits({ gasFloors: { accountStorage: '5200000' } });
    expect(floorOf(other, 100n, true)).toBe(52_010n);
    expect(floorOf(other, 100n, false)).toBe(28n);
    expect(floorOf(gasLimits({ gasFloors: { accountStorage: '0' } }), 100n, true)).toBe(28n);
  });
});

describe('limits', () => {
  it('are those of the schedule, and a hundred times the lowest price', () => {
    expect(limits).toEqual({
      ...{ lowestPrice: 100n, lowestUnits: 28n, accountStorage: 520_000n },
      ...{ highestPrice: 10_000n, highestFee: 100_000_000n },
    });
  });

  it("are the operator's, one by one", () => {
    expect(
      gasLimits({
        gasFloors: { unitPrice: '50', units: '3', accountStorage: '9' },
        ceilings: { gasUnitPrice: '500', fee: '7' },
      }),
    ).toEqual({ lowestPrice: 50n, lowestUnits: 3n, accountStorage: 9n, highestPrice: 500n, highestFee: 7n });
    expect(gasLimits({ ceilings: { fee: '0' } })).toEqual({ ...limits, highestFee: 0n });
  });
});
