import { UpstreamError } from '@isochain/core';
import { expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

it('answers what the work answers', async () => {
  expect(await withDeadline('base', 1000, async () => 7)).toBe(7);
  await expect(withDeadline('base', 1000, () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
});

it('does not wait for ever', async () => {
  let given: AbortSignal | undefined;
  const outcome = withDeadline('base', 10, (signal) => {
    given = signal;
    return new Promise<never>(() => {});
  });
  await expect(outcome).rejects.toThrow(UpstreamError);
  await expect(outcome).rejects.toMatchObject({ code: 'upstream.timeout', chainId: 'base' });
  expect(given?.aborted).toBe(true);
});
