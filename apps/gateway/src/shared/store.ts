import type { Storage } from 'unstorage';
import type { Counters } from './rate-limiter.ts';

/** What gateways share: counts of requests and answers that change slowly. Nothing in it is needed to go on. */
export interface Store {
  /** For people: 'memory', 'redis'. */
  readonly kind: string;
  readonly counters: Counters;
  readonly storage: Storage<string>;
  /** Whether it answers. While it does not, each gateway goes on by itself. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

/** So long nothing may have failed before a store counts as well again. */
const steadyMs = 1_000;

/**
 * A store in front of another one that may fail: what fails is done by the second, and counted as not healthy until the first answers again.
 *
 * @param timeoutMs - An answer that takes longer is none.
 */
export function withFallback(
  shared: Store,
  local: Store,
  timeoutMs: number,
  onChange: (isHealthy: boolean) => void,
): Store {
  let isHealthy = true;
  let failedAt = Number.NEGATIVE_INFINITY;
  const note = (isWell: boolean) => {
    const now = Date.now();
    if (!isWell) failedAt = now;
    // A store that answers reads and refuses writes is not well, however often it changes.
    if (isWell && now - failedAt < steadyMs) return;
    if (isWell !== isHealthy) onChange(isWell);
    isHealthy = isWell;
  };
  async function attempt<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('It does not answer.')), timeoutMs);
    });
    try {
      const value = await Promise.race([first(), late]);
      note(true);
      return value;
    } catch {
      note(false);
      return second();
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    kind: shared.kind,
    isHealthy: () => isHealthy,
    counters: {
      async count(...counted) {
        // Counted here as well, so that a key that has used up its share does not begin anew when the store goes away.
        const here = await local.counters.count(...counted);
        return attempt(
          () => shared.counters.count(...counted),
          async () => here,
        );
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
    },
    async close() {
      await Promise.all([shared.close(), local.close()]);
    },
  };
}
