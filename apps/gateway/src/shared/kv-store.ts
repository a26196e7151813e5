import { createStorage } from 'unstorage';
import kv, { type KVOptions } from 'unstorage/drivers/cloudflare-kv-binding';
import { memoryStore } from './memory-store.ts';
import { memoryCounters } from './rate-limiter.ts';
import { type Store, withFallback } from './store.ts';

/** An answer that takes longer is worth less than none. */
const timeoutMs = 500;

export type KvNamespace = Exclude<KVOptions['binding'], string | undefined>;

/**
 * Answers are kept in Workers KV. It cannot count (what one place writes, others read a minute later), so limits are those of this isolate; a
 * rate-limit binding does better.
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
