import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestAmount } from './largest-amount.ts';

/** The answer, by trying each amount from the highest down. */
function byTrying(available: bigint, highest: bigint, feeOf: (amount: bigint) => bigint): bigint {
  for (let amount = highest; amount > 0n; amount--) if (amount + feeOf(amount) <= available) return amount;
  return 0n;
}

describe('the largest amount', () => {
  const ends = [9n, 99n, 999n];
  const digits = (amount: bigint) => BigInt(String(amount).length);

  it('pays for its own length', () => {
    const feeOf = (amount: bigint) => 10n * digits(amount);
    // 100 to 119 would be left for an amount of three digits, which costs 30.
    expect([109n, 119n, 120n, 129n, 130n, 131n].map((available) => largestAmount(available, ends, feeOf))).toEqual([
      ...[89n, 99n, 99n, 99n, 100n, 101n],
    ]);
    expect([0n, 10n, 11n, 19n, 29n, 30n].map((available) => largestAmount(available, ends, feeOf))).toEqual([
      ...[0n, 0n, 1n, 9n, 9n, 10n],
    ]);
    expect(largestAmount(10n ** 30n, ends, feeOf)).toBe(999n);
  });

  it('is what trying each amount finds, also where a longer amount costs less', () => {
    const fees = fc.tuple(...ends.map(() => fc.bigInt(0n, 150n)));
    fc.assert(
      fc.property(fees, fc.bigInt(0n, 1_200n), (known, available) => {
        const feeOf = (amount: bigint) => known[Number(digits(amount)) - 1] as bigint;
        expect(largestAmount(available, ends, feeOf)).toBe(byTrying(available, 999n, feeOf));
      }),
      { numRuns: turns(2_000) },
    );
  });
});
