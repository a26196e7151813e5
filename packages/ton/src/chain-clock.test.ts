import { expect, it } from 'vitest';
import { createChainClock } from './chain-clock.ts';

const local = Date.UTC(2026, 10, 22);

it('follows the latest block if our clock is slow, and our clock otherwise', () => {
  let now = local;
  const clock = createChainClock(() => now);
  expect(clock.seconds()).toBe(local / 1000);
  clock.see(local + 600_000);
  expect(clock.seconds()).toBe(local / 1000 + 600);
  now += 30_000;
  expect(clock.seconds()).toBe(local / 1000 + 630);
  // The next block shows that the one before was wrong.
  clock.see(now - 5_000);
  expect(clock.seconds()).toBe(local / 1000 + 30);
});

it('does not follow a block of a far future', () => {
  const clock = createChainClock(() => local);
  clock.see(local + 3 * 3_600_000);
  expect(clock.seconds()).toBe(local / 1000);
  clock.see(Number.NaN);
  expect(clock.seconds()).toBe(local / 1000);
});
