import { describe, expect, it } from 'vitest';
import { createRoundSights } from './round-sights.ts';

/** Milliseconds since 1970. */
const now = Date.UTC(2026, 10, 22);

describe('the highest round', () => {
  it('is known if a node told one lately', () => {
    let time = now;
    const sights = createRoundSights(() => time);
    expect(sights.highest()).toBeUndefined();
    sights.saw('a', 1_000n, 0);
    expect(sights.highest()).toBe(1_020n);
    time += 599_999;
    expect(sights.highest()).toBe(1_260n);
    time += 1;
    expect(sights.highest()).toBeUndefined();
  });

  it('leaves room for the time since the node saw its round', () => {
    const sights = createRoundSights(() => now);
    sights.saw('a', 1_000n, 300_000);
    expect(sights.highest()).toBe(1_140n);
  });

  it.each([
    [[5], 25n],
    [[5, 9], 25n],
    [[5, 9, 7], 27n],
    [[5, 9, 7, 8], 27n],
  ])('is the middle one of %j, or the lower one', (rounds, highest) => {
    const sights = createRoundSights(() => now);
    for (const [i, each] of rounds.entries()) sights.saw(String(i), BigInt(each), 0);
    expect(sights.highest()).toBe(highest);
  });

  it('never falls below what a network of 2.8 seconds reaches', () => {
    let time = now;
    const sights = createRoundSights(() => time);
    sights.saw('a', 0n, 0);
    for (; time < now + 600_000; time += 2_800)
      expect(sights.highest()).toBeGreaterThanOrEqual(BigInt(Math.floor((time - now) / 2_800)));
  });
});

describe('a node is asked', () => {
  it('until it told its round, and again ten minutes later', () => {
    let time = now;
    const sights = createRoundSights(() => time);
    expect(sights.isWanted('a')).toBe(true);
    sights.asks('a');
    sights.saw('a', 1_000n, 0);
    expect([sights.isWanted('a'), sights.isWanted('b')]).toEqual([false, true]);
    time += 599_999;
    expect(sights.isWanted('a')).toBe(false);
    time += 1;
    expect(sights.isWanted('a')).toBe(true);
  });

  it('for two seconds in a minute, if it does not answer', () => {
    let time = now;
    const sights = createRoundSights(() => time);
    const at = (ms: number) => {
      time = now + ms;
      const isWanted = sights.isWanted('a');
      if (isWanted) sights.asks('a');
      return isWanted;
    };
    const wanted = [0, 1_900, 1_999, 2_000, 2_300, 59_999, 60_000, 61_999, 62_000].filter(at);
    expect(wanted).toEqual([0, 1_900, 1_999, 60_000, 61_999]);
  });
});
