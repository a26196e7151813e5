/** Transactions by their ids, which are hashes of them: what was read once never changes. */
export interface TransactionCache {
  /** @returns Without witness; undefined if it is not kept, or not any more. */
  get(txid: string): Uint8Array | undefined;
  /** @param bytes - Without witness. That they hash to the id is for the caller to check. */
  add(txid: string, bytes: Uint8Array): void;
}

/** In bytes: enough for some ten thousand usual transactions. */
const defaultMaxBytes = 4_000_000;

/**
 * Keeps transactions, those that were asked for last, up to a number of bytes.
 *
 * @param maxBytes - Of all together. One that takes more than an eighth of it is not kept, as it would push out all others.
 */
export function createTransactionCache(maxBytes = defaultMaxBytes): TransactionCache {
  /** A map has its entries in the order in which they were set: the first is what was not asked for the longest. */
  const kept = new Map<string, Uint8Array>();
  let size = 0;

  function drop(txid: string): void {
    size -= kept.get(txid)?.length ?? 0;
    kept.delete(txid);
  }

  return {
    get(txid) {
      const bytes = kept.get(txid);
      if (bytes === undefined) return undefined;
      kept.delete(txid);
      kept.set(txid, bytes);
      return bytes;
    },
    add(txid, bytes) {
      drop(txid);
      if (bytes.length > maxBytes / 8) return;
      kept.set(txid, bytes);
      size += bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
