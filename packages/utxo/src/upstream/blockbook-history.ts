import { refuse } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account } from '../address/account.ts';
import type { TransactionPage } from './backend.ts';
import type { BlockbookApi } from './blockbook-api.ts';
import { readTip } from './blockbook-coins.ts';
import type { AccountAnswer } from './blockbook-schemas.ts';
import type { PageWish } from './esplora-history.ts';

/**
 * Transactions of an account: on the first page those in the mempool, then the newest in blocks.
 *
 * A cursor says how many transactions in blocks were shown, and the height up to which they are counted, so that new blocks shift nothing. The server
 * counts only transactions in blocks for its pages. If the mempool took places on our first page, our second page begins within a page of the server,
 * and is shorter.
 */
export async function readHistory(
  api: BlockbookApi,
  account: Account,
  { limit, cursor }: PageWish,
  operation: Operation,
): Promise<TransactionPage> {
  const [, shown, to] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor ?? '')?.map(Number) ?? [];
  if (shown === undefined || to === undefined) {
    if (cursor !== undefined) throw refuse('page.invalid', {}, 'nextPage');
    return firstPage(api, account, limit, operation);
  }
  const page = Math.floor(shown / limit) + 1;
  const query = { details: 'txs', page, pageSize: limit, to };
  const { value: answer } = await operation.http(api.account(account, query), api.options);
  // Beyond the end the server answers with the last page.
  const all = answer.page === page ? (answer.transactions ?? []) : [];
  const listed = all.slice(shown % limit);
  const end = shown + listed.length;
  const hasMore = all.length >= limit && end < answer.txs;
  return {
    ...transactionsIn(listed),
    next: hasMore ? `${end}.${to}` : undefined,
    tip: tipOf(answer) ?? (await readTip(api, operation)),
  };
}

async function firstPage(
  api: BlockbookApi,
  account: Account,
  limit: number,
  operation: Operation,
): Promise<TransactionPage> {
  const query = { details: 'txs', pageSize: limit };
  const { value: answer } = await operation.http(api.account(account, query), api.options);
  // Older servers put the mempool on top of a full page.
  const listed = (answer.transactions ?? []).slice(0, limit);
  // The server counts those that cannot be read, too.
  const shown = listed.filter((each) => each === undefined || each.isCounted).length;
  const tip = tipOf(answer) ?? (await readTip(api, operation));
  return { ...transactionsIn(listed), next: shown < answer.txs ? `${shown}.${tip}` : undefined, tip };
}

function transactionsIn(
  listed: NonNullable<AccountAnswer['transactions']>,
): Pick<TransactionPage, 'transactions' | 'unlisted'> {
  const transactions = listed.flatMap((each) => each?.transaction ?? []);
  return { transactions, unlisted: listed.length - transactions.length };
}

function tipOf({ transactions }: AccountAnswer): number | undefined {
  return transactions?.find((each) => each?.tip !== undefined)?.tip;
}
