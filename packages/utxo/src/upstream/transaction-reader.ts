import { UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { CoinList } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { Backend, Progress } from './backend.ts';
import { createTransactionCache } from './transaction-cache.ts';

/** How many transactions are read if the caller can do without some. At four a time, that takes some seconds on a public server. */
const maxRead = 100;
/** How long to wait for them, in milliseconds, and not longer than half of what an attempt may take. */
const patienceMs = 4_000;

/** Reads previous transactions. They never change, so they are kept once they were read. */
export interface TransactionReader {
  /**
   * Transactions without witnesses, each hashed to its id.
   *
   * @param txids - Distinct.
   * @param shown - Transactions that were shown already.
   * @throws UpstreamError unless all could be read.
   */
  all(txids: readonly string[], operation: Operation, shown?: Shown): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The transactions that can be read in a short time. If upstreams fail, the answer lacks the rest. */
  some(txids: readonly string[], operation: Operation, shown?: Shown): Promise<ReadonlyMap<string, Uint8Array>>;
}

type Shown = CoinList['shown'];

/** @param search - Asks one kind after the other, as choose.ts says. */
export function createTransactionReader(
  { timeoutMs }: Pick<UtxoContext, 'timeoutMs'>,
  search: (operation: Operation, ask: (backend: Backend, operation: Operation) => Promise<object>) => Promise<object>,
): TransactionReader {
  const cache = createTransactionCache();

  /** @param found - The transactions so far; more are added. */
  async function read(
    txids: readonly string[],
    found: Map<string, Uint8Array>,
    operation: Operation,
    isOver: Progress['isOver'],
  ): Promise<void> {
    const keep = (txid: string, bytes: Uint8Array) => {
      found.set(txid, bytes);
      cache.add(txid, bytes);
    };
    await search(operation, (backend, using) => {
      const missing = txids.filter((txid) => !found.has(txid));
      return backend.previousTransactions(missing, using, { found: keep, isOver });
    });
  }

  /** Transactions that need no request. */
  function atHand(txids: readonly string[], shown: Shown): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const txid of txids) {
      const kept = cache.get(txid);
      const bytes = kept ?? shown?.(txid);
      if (bytes !== undefined) found.set(txid, bytes);
      if (bytes !== undefined && kept === undefined) cache.add(txid, bytes);
    }
    return found;
  }

  return {
    async all(txids, operation, shown) {
      const found = atHand(txids, shown);
      if (found.size < txids.length) await read(txids, found, operation, () => false);
      return found;
    },

    async some(txids, operation, shown) {
      const found = atHand(txids, shown);
      const missing = txids.filter((txid) => !found.has(txid)).slice(0, maxRead);
      if (missing.length === 0) return found;
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((end, fail) => {
        timer = setTimeout(end, Math.min(patienceMs, timeoutMs / 2));
        read(missing, found, operation, () => isOver).then(end, (error) => {
          if (error instanceof UpstreamError) end();
          else fail(error);
        });
      }).finally(() => clearTimeout(timer));
      isOver = true;
      // Transactions that arrive from now on are kept for the next time.
      return new Map(found);
    },
  };
}
