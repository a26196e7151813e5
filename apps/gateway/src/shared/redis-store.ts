import type { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import redis from 'unstorage/drivers/redis';
import { memoryStore } from './memory-store.ts';
import { watchRedis } from './redis-watch.ts';
import { type Store, withFallback } from './store.ts';

export interface RedisStoreOptions {
  readonly url: string;
  /** Prefix of every name. */
  readonly prefix: string;
  /**
   * Told once when the Redis goes away and once when it comes back. If the connection shows it, that is before any request.
   *
   * @param reason - Why it is away, without anything of the URL.
   */
  onChange(isHealthy: boolean, reason: string | undefined): void;
  /** A slower answer is worse than no answer: limits and caches must be quick. Defaults to 250. Making a connection may take eight times as long. */
  readonly timeoutMs?: number;
}

const longestPauseMs = 2_000;

/** The store that gateways share through a Redis. While it is away, each gateway uses its own memory. It is unhealthy until it has answered once. */
export function redisStore({ url, prefix, onChange, timeoutMs = 250 }: RedisStoreOptions): Store {
  const driver = redis({
    url,
    base: prefix,
    preConnect: true,
    // Without a connection requests fail at once. The client reconnects by itself.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 8 * timeoutMs,
    retryStrategy: (attempt) => Math.min(100 * attempt, longestPauseMs),
  });
  const client = driver.getInstance?.() as Redis;
  const watch = watchRedis(client, timeoutMs, onChange);
  const storage = createStorage<string>({ driver });
  const shared: Store = {
    kind: 'redis',
    storage: {
      ...storage,
      getItem: ((key: string) => watch.noting(storage.getItem(key))) as typeof storage.getItem,
      setItem: ((key: string, value: string, options: object) =>
        watch.noting(storage.setItem(key, value, options))) as typeof storage.setItem,
      removeItem: ((key: string) => watch.noting(storage.removeItem(key))) as typeof storage.removeItem,
    },
    isHealthy: () => client.status === 'ready',
    counters: {
      async count(name, window, ttlMs, requests) {
        const key = (number: number) => `${prefix}:rate:${name}:${number}`;
        // One round trip, and atomic.
        const answers = await watch.noting(
          client
            .multi()
            .incrby(key(window), requests)
            .pexpire(key(window), ttlMs)
            .get(key(window - 1))
            .exec(),
        );
        const [current, , previous] = (answers ?? []).map(([error, value]) => {
          if (error !== null) throw error;
          return Number(value);
        });
        if (current === undefined || previous === undefined) throw new Error('The transaction was not carried out.');
        return { current, previous };
      },
    },
    close: async () => client.disconnect(),
  };
  const store = withFallback(shared, memoryStore(), timeoutMs, watch.requestsShow);
  return { ...store, isHealthy: () => watch.isHealthy() && store.isHealthy() };
}
