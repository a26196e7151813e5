import { expect, it } from 'vitest';
import { usageAt, use } from './resources.ts';
import { fullWindow } from './state.ts';

// The expected numbers follow from java-tron's ResourceProcessor by hand: usage is kept in millionths for each slot, rounded up, and its decay is a double.

it('forgets usage evenly within 24 hours', () => {
  const meter = { usage: 28_800n, slot: 1000, window: fullWindow };
  // 28,800 bytes are 1,000,000 millionths a slot.
  expect(usageAt(meter, 1000)).toBe(28_800n);
  expect(usageAt(meter, 1001)).toBe(28_798n);
  expect(usageAt(meter, 1000 + 14_400)).toBe(14_400n);
  expect(usageAt(meter, 1000 + 28_799)).toBe(1n);
  expect(usageAt(meter, 1000 + 28_800)).toBe(0n);
});

it('has a shorter window once usage goes on', () => {
  const first = use({ usage: 0n, slot: 0, window: fullWindow }, 1000n, 50_000);
  expect(first).toEqual({ usage: 1000n, slot: 50_000, window: fullWindow });
  const second = use(first, 500n, 50_000 + 14_400);
  // 500 bytes remain for 14,400 slots and 500 new ones for 28,800: on average 21,600 slots.
  expect(second).toMatchObject({ usage: 1000n, slot: 64_400 });
  expect(Number(second.window)).toBeCloseTo(21_600_000, -5);
  expect(usageAt(second, 64_400 + 21_700)).toBe(0n);
});
