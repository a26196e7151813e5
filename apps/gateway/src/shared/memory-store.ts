import { createStorage } from 'unstorage';
import lruCache from 'unstorage/drivers/lru-cache';
import { memoryCounters } from './rate-limiter.ts';
import type { Store } from './store.ts';

/** The most answers that are kept: some megabytes. */
const mostAnswers = 5_000;

/** The store of one process. */
export function memoryStore(): Store {
  return {
    kind: 'memory',
    counters: memoryCounters(),
    storage: createStorage<string>({ driver: lruCache({ max: mostAnswers }) }),
    isHealthy: () => true,
    close: async () => {},
  };
}
