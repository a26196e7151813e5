import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryCounters, take } from './rate-limiter.ts';

const rate = { requests: 10, seconds: 60 };
const start = 600_000;

/** Takes one request at each of these seconds after the start. */
async function takeAt(seconds: readonly number[], counters = memoryCounters()) {
  const verdicts = [];
  for (const second of seconds) verdicts.push(await take(counters, 'a', rate, start + second * 1000));
  return verdicts;
}

describe('a rate limit', () => {
  it('lets the allowed number pass, and tells the number left', async () => {
    const verdicts = await takeAt(Array.from({ length: 12 }, () => 0));
    expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([...Array(10).fill(true), false, false]);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
  });

  it('does not begin anew with the next span, but counts earlier requests by their share of the window', async () => {
    const counters = memoryCounters();
    await takeAt(Array(10).fill(59), counters);
    // Half a span later 10 * (1 - 1/2) = 5 still count.
    const later = await takeAt(Array(6).fill(90), counters);
    expect(later.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, true, false]);
  });

  it('says correctly when there is room again', async () => {
    const full = Array<number>(11).fill(30);
    const wait = (await takeAt(full)).at(-1)?.resetSeconds ?? 0;
    // 30 s are left of the span; in the next, one more and 10 * (1 - x) are at most 10 from x = 1/10 on: 30 + 6 s.
    expect(wait).toBe(36);
    expect((await takeAt([...full, 30 + wait - 2])).at(-1)?.isAllowed).toBe(false);
    expect((await takeAt([...full, 30 + wait])).at(-1)?.isAllowed).toBe(true);
  });

  it('takes several at once, and says when there is room for them', async () => {
    const counters = memoryCounters();
    const first = await take(counters, 'a', rate, start, 7);
    expect([first.isAllowed, first.remaining]).toEqual([true, 3]);
    // In the next span 7 * (1 - x) have to be at most 10 - 6: x = 3/7, or 25.7 s of it. No wait is longer than the time of the limit.
    expect(first.secondsUntil(6)).toBe(60);
    const second = await take(counters, 'a', rate, start + 60_000, 6);
    expect([second.isAllowed, second.secondsUntil(6)]).toEqual([false, 26]);
    expect((await take(counters, 'a', rate, start + 86_000, 6)).isAllowed).toBe(true);
    expect((await take(counters, 'a', rate, start + 86_000)).isAllowed).toBe(false);
  });

  it('lets the whole limit of a client pass that asks faster', async () => {
    // Every 4.5 seconds, 133 % of the limit, for ten minutes.
    const seconds = Array.from({ length: 133 }, (_, i) => i * 4.5);
    const verdicts = await takeAt(seconds);
    for (let minute = 1; minute < 9; minute++) {
      const passed = seconds.filter(
        (second, i) => verdicts[i]?.isAllowed && second >= minute * 60 && second < (minute + 1) * 60,
      );
      expect(passed.length, `minute ${minute}`).toBeGreaterThanOrEqual(9);
    }
    expect(verdicts.every(({ resetSeconds }) => resetSeconds <= rate.seconds)).toBe(true);
  });

  it('can be taken back', async () => {
    const counters = memoryCounters();
    const first = await take(counters, 'a', rate, start, 10);
    expect((await take(counters, 'a', rate, start)).isAllowed).toBe(false);
    await first.takeBack();
    expect((await take(counters, 'a', rate, start, 10)).isAllowed).toBe(true);
  });

  it('keeps names apart', async () => {
    const counters = memoryCounters();
    await takeAt(Array(20).fill(0), counters);
    expect((await take(counters, 'b', rate, start)).remaining).toBe(9);
  });

  it('never lets more than twice the limit pass in a span', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 179 }), { maxLength: 150 }), async (seconds) => {
        const sorted = seconds.toSorted((a, b) => a - b);
        const verdicts = await takeAt(sorted);
        const passed = sorted.filter((_, index) => verdicts[index]?.isAllowed);
        for (const second of passed) {
          const within = passed.filter((other) => other >= second && other < second + rate.seconds);
          expect(within.length).toBeLessThanOrEqual(2 * rate.requests);
        }
      }),
    ));

  it('forgets old requests', async () => {
    const counters = memoryCounters();
    for (let i = 0; i < 12_000; i++) await counters.count(`key-${i}`, 1, 120_000, 1);
    await counters.count('late', 9, 120_000, 1);
    expect(await counters.count('key-0', 1, 120_000, 1)).toEqual({ current: 1, previous: 0 });
  });
});
