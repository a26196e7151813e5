import { refuse } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { ChainTransaction, TransactionPage } from './backend.ts';
import type { EsploraApi } from './esplora-api.ts';

/** The request for a page of a history. */
export interface PageWish {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/**
 * Transactions of an address. A cursor is the id of the last one shown, so new blocks do not shift it. It has an `m` in front if that transaction was
 * in the mempool. If it is not among the newest any more, the page begins at the top again, so that none is left out.
 */
export async function historyOfAddress(
  api: EsploraApi,
  address: string,
  { limit, cursor }: PageWish,
  operation: Operation,
): Promise<TransactionPage> {
  const [, mark, after] = /^(m?)([0-9a-f]{64})$/.exec(cursor ?? '') ?? [];
  if (cursor !== undefined && after === undefined) throw refuse('page.invalid', {}, 'nextPage');

  const isBelow = after !== undefined && mark === '';
  const first = isBelow
    ? await operation.httpAll([api.confirmed(address, after), api.tip], api.options)
    : await operation.httpAll([api.transactions(address), api.tip, api.stats(address)], api.options);
  const [page, tip, stats] = first;
  // Some servers list transactions in the mempool twice.
  const found = new Map(page.value.transactions.map((transaction) => [transaction.txid, transaction]));
  let { unlisted } = page.value;
  const confirmed = () => [...found.values()].filter(({ height }) => height !== undefined);
  let isComplete =
    page.value.transactions.length === 0 || (stats !== undefined && confirmed().length >= stats.value.confirmedCount);
  const rest = () => {
    const all = [...found.values()];
    return isBelow ? all : all.slice(all.findIndex(({ txid }) => txid === after) + 1);
  };
  while (!isComplete && rest().length < limit) {
    const last = confirmed().at(-1)?.txid ?? (isBelow ? after : undefined);
    const { value: older } = await operation.http(api.confirmed(address, last), api.options);
    const before = found.size;
    for (const transaction of older.transactions) found.set(transaction.txid, transaction);
    // Nothing, or nothing new.
    isComplete = found.size === before;
    if (!isComplete) unlisted += older.unlisted;
  }
  const shown = rest().slice(0, limit);
  const hasMore = !isComplete || rest().length > shown.length;
  return { transactions: shown, next: hasMore ? cursorOf(shown.at(-1)) : undefined, tip: tip.value, unlisted };
}

function cursorOf(last: ChainTransaction | undefined): string | undefined {
  return last && `${last.height === undefined ? 'm' : ''}${last.txid}`;
}
