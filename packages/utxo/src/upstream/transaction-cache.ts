/** Transactions by their ids. The ids are their hashes, so they never change. */
export interface TransactionCache {
  /** @returns Without witness; undefined if the transaction is not kept (any more). */
  get(txid: string): Uint8Array | undefined;
  /** @param bytes - Without witness. The caller has checked that they hash to the id. */
  add(txid: string, bytes: Uint8Array): void;
}

/** In bytes: enough for some ten thousand usual transactions. */
const defaultMaxBytes = 4_000_000;

/**
 * Keeps the transactions that were asked for last, up to a number of bytes.
 *
 * @param maxBytes - Limit for all together. A transaction of more than an eighth of it is not kept, as it would push out too many others.
 */
export function createTransactionCache(maxBytes = defaultMaxBytes): TransactionCache {
  /** A map keeps its entries in the order they were set, so the first was not asked for the longest. */
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
