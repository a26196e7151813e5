import { describe, expect, it } from 'vitest';
import { highestRound, latestRound } from './latest-round.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22);

describe('the highest round at a time', () => {
  it('is above all real ones', () => {
    // Rounds take about 2.8 seconds. The first of these days is the earliest on which rewards may have begun.
    for (const days of [0, 10, 100, 1_000, 5_000]) {
      const real = 46_512_890n + BigInt(Math.floor((days * day) / 2_800));
      expect(highestRound(Date.UTC(2025, 0, 10) + days * day)).toBeGreaterThanOrEqual(real);
    }
  });

  it('grows by one for 2.5 seconds, and does not fall below what is known', () => {
    expect(highestRound(now + 2_500) - highestRound(now)).toBe(1n);
    expect(highestRound(0)).toBe(46_512_890n);
  });
});

describe('the latest round', () => {
  it('is the lowest of several', () => {
    expect(latestRound([55_000_003n, 55_000_000n, 55_000_020n], now)).toBe(55_000_000n);
    expect(latestRound([highestRound(now)], now)).toBe(highestRound(now));
  });

  it.each([
    ['0', [0n, 55_000_000n], 'it has no rounds'],
    ['the far future', [highestRound(now) + 1n], 'it tells a round of the far future'],
    ['the end of time', [2n ** 64n - 1n, 55_000_000n], 'it tells a round of the far future'],
    ['some of which are old', [55_000_000n, 55_000_021n], 'it tells rounds that contradict each other'],
  ])('is not %s', (_, rounds, reason) => {
    expect(() => latestRound(rounds, now)).toThrow(reason);
  });
});
