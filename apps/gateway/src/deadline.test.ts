import { UpstreamError } from '@isochain/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const attempt = { endpoint: 'a', outcome: 'cancelled', detail: 'the time is over', ms: 1000 } as const;

/** Ignores a rejection, because nobody waits for it yet. */
function settled(promise: Promise<unknown>) {
  promise.catch(() => {});
  return promise;
}

it('answers with the result of the work', async () => {
  expect(await withDeadline('base', 1000, async () => 7)).toBe(7);
  await expect(withDeadline('base', 1000, () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for ever', async () => {
  let given: AbortSignal | undefined;
  const outcome = settled(
    withDeadline('base', 1000, (signal) => {
      given = signal;
      return new Promise<never>(() => {});
    }),
  );
  await vi.advanceTimersByTimeAsync(999);
  expect(given?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(given?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  await expect(outcome).rejects.toThrow(UpstreamError);
  await expect(outcome).rejects.toMatchObject({ code: 'upstream.timeout', chainId: 'base', attempts: [] });
  expect(vi.getTimerCount()).toBe(0);
});

it.each<[string, (reject: (error: Error) => void, resolve: (value: number) => void) => void, readonly object[]]>([
  // Of several attempts that failed for different reasons: by itself it would not be a timeout.
  ['with its attempts', (reject) => reject(new UpstreamError('base', [attempt, attempt])), [attempt, attempt]],
  ['whatever else fails', (reject) => reject(new RangeError('no')), []],
  ['even if it comes to something', (_, resolve) => resolve(7), []],
])('says that the time is over as soon as the work has ended: %s', async (_, finish, attempts) => {
  const outcome = settled(
    withDeadline(
      'base',
      1000,
      (signal) =>
        new Promise<number>((resolve, reject) => signal.addEventListener('abort', () => finish(reject, resolve))),
    ),
  );
  await vi.advanceTimersByTimeAsync(1000);
  await expect(outcome).rejects.toMatchObject({ code: 'upstream.timeout', attempts });
  expect(vi.getTimerCount()).toBe(0);
});

it('does not begin work without time for it', async () => {
  const work = vi.fn(async () => 7);
  await expect(withDeadline('base', 0, work)).rejects.toMatchObject({ code: 'upstream.timeout', attempts: [] });
  expect(work).not.toHaveBeenCalled();
});
