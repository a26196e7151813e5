import { refuse, toHex } from '@isochain/core';
import { type HistoryEntry, type HistoryList, type HistoryPlace, readMerged } from '@isochain/core/history';
import type { Operation } from '@isochain/core/upstream';
import type { ExtendedAccount } from '../address/account.ts';
import type { UtxoContext } from '../context.ts';
import type { ChainTransaction, TransactionPage } from './backend.ts';
import type { EsploraApi } from './esplora-api.ts';
import type { PageWish } from './esplora-history.ts';
import { type ScannedAddress, scanAddresses, unable } from './esplora-scan.ts';
import { parallelRequests } from './http-requests.ts';

/** How many requests for older transactions one page may take, beside the scan and the newest transactions of each used address. */
const maxOlderPages = 100;

/** Higher than any block. Cursors have room for nine digits. */
const highest = 999_999_999n;

interface Entry extends HistoryEntry {
  readonly transaction: ChainTransaction;
}

/**
 * Transactions of all addresses of an extended key, merged: the mempool first, then from the newest block down, and by id within a block. A cursor is
 * height and id of the last one shown.
 *
 * Esplora has no such request, so every page reads the histories of all used addresses, from the top to the end of the page.
 *
 * @throws UpstreamError with an attempt that is `unable` if that takes more than `maxOlderPages` requests.
 */
export async function historyOfExtended(
  api: EsploraApi,
  context: UtxoContext,
  account: ExtendedAccount,
  { limit, cursor }: PageWish,
  operation: Operation,
): Promise<TransactionPage> {
  const from = cursor === undefined ? undefined : readPlace(cursor);
  const { used } = await scanAddresses(api, context, account, operation);
  let olderPages = 0;
  let unlisted = 0;
  const leftOut = (count: number) => {
    unlisted += count;
  };
  const older = () => {
    olderPages += 1;
    if (olderPages > maxOlderPages) throw unable(context, `more than ${maxOlderPages} pages of history to merge`);
  };
  const [{ value: tip }, { shown, next }] = await Promise.all([
    operation.http(api.tip, api.options),
    readMerged<Record<string, Entry>, Entry>({
      lists: Object.fromEntries(
        used.map((address) => [address.address, listOf(api, address, { older, leftOut }, operation)]),
      ),
      group: (rows) => [...new Map(Object.values(rows).flatMap((list) => list.map((row) => [row.hash, row]))).values()],
      ...{ limit, from, highest },
      // Beside them the tip is asked for.
      parallel: parallelRequests - 1,
    }),
  ]);
  const own = new Set(used.map(({ script }) => toHex(script)));
  return {
    transactions: shown.map(({ transaction }) => markOwn(transaction, own)),
    next: next && writePlace(next),
    ...{ tip, unlisted },
  };
}

interface Counting {
  /** Called before each page but the first. */
  readonly older: () => void;
  /** Told how many transactions a page lists without their id or place. */
  readonly leftOut: (count: number) => void;
}

function listOf(
  api: EsploraApi,
  { address, stats }: ScannedAddress,
  { older, leftOut }: Counting,
  operation: Operation,
): HistoryList<Entry> {
  return {
    open() {
      const seen = new Map<string, ChainTransaction>();
      const confirmed = () => [...seen.values()].filter(({ height }) => height !== undefined);
      let isFirst = true;
      return async () => {
        if (!isFirst) older();
        const request = isFirst ? api.transactions(address) : api.confirmed(address, confirmed().at(-1)?.txid);
        isFirst = false;
        const { value: page } = await operation.http(request, api.options);
        leftOut(page.unlisted);
        const before = seen.size;
        for (const transaction of page.transactions) seen.set(transaction.txid, transaction);
        const known = confirmed();
        const oldest = known.at(-1)?.height;
        return {
          rows: page.transactions.map(toEntry),
          oldest: oldest === undefined ? undefined : BigInt(oldest),
          isLast: seen.size === before || known.length >= stats.confirmedCount,
        };
      };
    },
    hasWaiting: true,
  };
}

function toEntry(transaction: ChainTransaction): Entry {
  const { txid, height } = transaction;
  return { hash: txid, index: -1, block: height === undefined ? undefined : BigInt(height), transaction };
}

/** Esplora does not know what belongs to an extended key. */
function markOwn(transaction: ChainTransaction, own: ReadonlySet<string>): ChainTransaction {
  const { inputs, outputs } = transaction;
  return {
    ...transaction,
    inputs: inputs.map((input) => ({ ...input, isOwn: input.script !== undefined && own.has(input.script) })),
    outputs: outputs.map((output) => ({ ...output, isOwn: own.has(output.script) })),
  };
}

/** `30.<txid>` in a block, `m.<txid>` in the mempool. Transactions that were mined since then are shown again, so that none is lost. */
function writePlace({ height, after, waiting }: HistoryPlace): string {
  return waiting === undefined ? `${height}.${after?.hash}` : `m.${waiting.hash}`;
}

/** @throws RefusedError `page.invalid` */
function readPlace(cursor: string): HistoryPlace {
  const [, mark, hash] = /^(m|\d{1,9})\.([0-9a-f]{64})$/.exec(cursor) ?? [];
  if (mark === undefined || hash === undefined) throw refuse('page.invalid', {}, 'nextPage');
  const position = { index: -1, hash };
  return mark === 'm'
    ? { height: highest, waiting: position, ended: [] }
    : { height: BigInt(mark), after: position, ended: [] };
}
