import type { Storage } from 'unstorage';
import { createFallback } from './fallback.ts';
import type { Counters } from './rate-limiter.ts';

/** What gateways share: counts of requests, answers that change slowly, and broadcasts whose answers were lost. A gateway works without it. */
export interface Store {
  /** For people: 'memory', 'redis'. */
  readonly kind: string;
  readonly counters: Counters;
  readonly storage: Storage<string>;
  /** Whether it answers. While it does not, each gateway goes on by itself. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

/**
 * A store that may fail, with a second one behind it. If the first fails, the second does the work, and the store is unhealthy until the first
 * answers again.
 *
 * @param timeoutMs - A slower answer counts as a failure.
 */
export function withFallback(
  shared: Store,
  local: Store,
  timeoutMs: number,
  onChange: (isHealthy: boolean) => void,
): Store {
  const { attempt, isHealthy } = createFallback(timeoutMs, onChange);
  return {
    kind: shared.kind,
    isHealthy,
    counters: {
      async count(...counted) {
        // Counted in the second as well: if the store goes away, or comes back empty, a key that used up its limit does not start anew.
        const here = await local.counters.count(...counted);
        const there = await attempt(
          () => shared.counters.count(...counted),
          async () => here,
        );
        return {
          current: Math.max(here.current, there.current),
          previous: Math.max(here.previous, there.previous),
        };
      },
    },
    storage: {
      ...shared.storage,
      getItem: ((key: string) =>
        attempt(
          () => shared.storage.getItem(key),
          () => local.storage.getItem(key),
        )) as Storage<string>['getItem'],
      setItem: ((key: string, value: string, options: object) =>
        attempt(
          () => shared.storage.setItem(key, value, options),
          () => local.storage.setItem(key, value, options),
        )) as Storage<string>['setItem'],
      removeItem: ((key: string) =>
        attempt(
          () => shared.storage.removeItem(key),
          () => local.storage.removeItem(key),
        )) as Storage<string>['removeItem'],
    },
    async close() {
      await Promise.all([shared.close(), local.close()]);
    },
  };
}
