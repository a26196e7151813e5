import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

it('keeps the order of the items, whichever is done first', async () => {
  const wait = [30, 5, 20, 1];
  const results = await inOrder(wait, 3, async (ms) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return ms;
  });
  expect(results).toEqual(wait);
});

it('does no more at once than it may', async () => {
  let running = 0;
  let most = 0;
  await inOrder(Array.from({ length: 20 }), 6, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
  });
  expect(most).toBe(6);
});

it('does nothing with nothing', async () => {
  expect(await inOrder([], 6, async () => 1)).toEqual([]);
});
