import { describe, expect, it } from 'vitest';
import { displayMultiplier } from './index.ts';

describe('wallets multiply amounts', () => {
  it('by the number that the issuer set, from the time on that it named', () => {
    const scaled = { multiplier: 1, newMultiplier: 2.5, newFrom: 1000n };
    expect(displayMultiplier({ scaled }, 999n)).toBe(1);
    expect(displayMultiplier({ scaled }, 1000n)).toBe(2.5);
  });

  // Values by `bc -l`: e(0.05), and e(2 * 0.03 - 0.02). A year has 31,556,736 seconds (365.24 days, token-2022).
  it.each([
    [31_556_736n, { from: 0n, averageRate: 0, changed: 0n, rate: 500 }, 1.0512710963760241],
    [94_670_208n, { from: 0n, averageRate: 300, changed: 63_113_472n, rate: -200 }, 1.0408107741923882],
  ])('by interest until %i', (now, interest, multiplier) => {
    expect(displayMultiplier({ interest }, now)).toBeCloseTo(multiplier, 12);
  });

  it('by nothing, as a rule', () => {
    expect(displayMultiplier({}, 1000n)).toBe(1);
  });
});
