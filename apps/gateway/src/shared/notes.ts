import { type SharedNotes, sha256, toHex } from '@isochain/core';
import type { Store } from './store.ts';

/** Notes of chains in the store. */
export function notesIn({ storage }: Store): SharedNotes {
  return {
    async get(key) {
      const found = await storage.getItem<string>(keyOf(key));
      return typeof found === 'string' ? found : undefined;
    },
    set: (key, text, seconds) => storage.setItem(keyOf(key), text, { ttl: seconds }),
    delete: (key) => storage.removeItem(keyOf(key)),
  };
}

/** Hashes of transactions may hold characters that have a meaning in stores. */
function keyOf(key: string): string {
  return `note:${toHex(sha256(new TextEncoder().encode(key)))}`;
}
