import { expect, it, vi } from 'vitest';
import { memoryStore } from './memory-store.ts';
import { type Store, withFallback } from './store.ts';

const count = ({ counters }: Store, window: number) => counters.count('a', window, 120_000, 1);

it('keeps its own counts when the shared store comes back empty', async () => {
  const [full, empty] = [memoryStore(), memoryStore()];
  let shared = full;
  const front: Store = { ...full, counters: { count: (...given) => shared.counters.count(...given) } };
  const store = withFallback(front, memoryStore(), 1_000, () => {});
  for (let i = 0; i < 3; i++) await count(store, 1);
  // Another gateway makes one.
  await count(full, 1);
  expect(await count(store, 1)).toEqual({ current: 5, previous: 0 });
  shared = empty;
  expect(await count(store, 1)).toEqual({ current: 5, previous: 0 });
  expect(await count(store, 2)).toEqual({ current: 1, previous: 5 });
});

it('continues alone while the shared store fails or hangs, and reports it once', async () => {
  vi.useFakeTimers();
  try {
    let answer: () => Promise<never> = () => Promise.reject(new Error('down'));
    const onChange = vi.fn();
    const front: Store = { ...memoryStore(), counters: { count: () => answer() } };
    const store = withFallback(front, memoryStore(), 250, onChange);
    expect(await count(store, 1)).toEqual({ current: 1, previous: 0 });
    expect(store.isHealthy()).toBe(false);
    answer = () => new Promise(() => {});
    const late = count(store, 1);
    await vi.advanceTimersByTimeAsync(250);
    expect(await late).toEqual({ current: 2, previous: 0 });
    expect(onChange.mock.calls).toEqual([[false]]);
  } finally {
    vi.useRealTimers();
  }
});
