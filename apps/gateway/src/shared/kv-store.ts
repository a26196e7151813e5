import { createStorage } from 'unstorage';
import kv, { type KVOptions } from 'unstorage/drivers/cloudflare-kv-binding';
import { memoryCounters } from './rate-limiter.ts';
import type { Store } from './store.ts';

export type KvNamespace = Exclude<KVOptions['binding'], string | undefined>;

/**
 * Answers are kept in Workers KV. It cannot count (what one place writes, others read a minute later), so limits are those of this isolate; a
 * rate-limit binding does better.
 */
export function kvStore(binding: KvNamespace): Store {
  return {
    kind: 'kv',
    counters: memoryCounters(),
    storage: createStorage<string>({ driver: kv({ binding }) }),
    isHealthy: () => true,
    close: async () => {},
  };
}
