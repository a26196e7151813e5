import { createStorage } from 'unstorage';
import kv, { type KVOptions } from 'unstorage/drivers/cloudflare-kv-binding';
import { memoryStore } from './memory-store.ts';
import { memoryCounters } from './rate-limiter.ts';
import { type Store, withFallback } from './store.ts';

/** A slower answer is worse than no answer. */
const timeoutMs = 500;

export type KvNamespace = Exclude<KVOptions['binding'], string | undefined>;

/**
 * Keeps answers in Workers KV. KV cannot count requests: a write in one place is visible elsewhere a minute later. So this isolate counts for itself;
 * a rate-limit binding does better.
 */
export function kvStore(binding: KvNamespace, onChange: (isHealthy: boolean) => void): Store {
  const shared: Store = {
    kind: 'kv',
    counters: memoryCounters(),
    storage: createStorage<string>({ driver: kv({ binding }) }),
    isHealthy: () => true,
    close: async () => {},
  };
  return withFallback(shared, memoryStore(), timeoutMs, onChange);
}
