import type { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import redis from 'unstorage/drivers/redis';
import { memoryStore } from './memory-store.ts';
import { type Store, withFallback } from './store.ts';

export interface RedisStoreOptions {
  readonly url: string;
  /** In front of every name. */
  readonly prefix: string;
  /** Told when the Redis goes away and when it comes back. */
  onChange(isHealthy: boolean): void;
}

/** An answer that takes longer is worth less than none: limits and caches are there to be quick. */
const timeoutMs = 250;
const longestPauseMs = 2_000;

/** What gateways share through a Redis. While it is away, each goes on with its own memory. */
export function redisStore({ url, prefix, onChange }: RedisStoreOptions): Store {
  const driver = redis({
    url,
    base: prefix,
    preConnect: true,
    // Fails at once while there is no connection, and connects again by itself.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, longestPauseMs),
  });
  const client = driver.getInstance?.() as Redis;
  // Without a listener it would end the process. Whether it answers shows with the next request.
  client.on('error', () => {});
  const shared: Store = {
    kind: 'redis',
    storage: createStorage<string>({ driver }),
    isHealthy: () => client.status === 'ready',
    counters: {
      async count(name, window, ttlMs) {
        const key = (number: number) => `${prefix}:rate:${name}:${number}`;
        // One round trip, and nothing between its parts.
        const answers = await client
          .multi()
          .incr(key(window))
          .pexpire(key(window), ttlMs)
          .get(key(window - 1))
          .exec();
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
  return withFallback(shared, memoryStore(), timeoutMs, onChange);
}
