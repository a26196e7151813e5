import type { HistoryPage, Operation, PageRequest } from '@isochain/core';
import { accountOf } from './account/account-id.ts';
import type { UtxoContext } from './chains.ts';
import { parseTransaction } from './parse-transaction.ts';
import type { Upstreams } from './upstreams/choose.ts';

/** Those in the mempool first, then newest first. Amounts as the account sees them. */
export async function readHistory(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'history'>,
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const owner = accountOf(context.network, account);
  const { transactions, next, tip } = await upstreams.history(owner, { limit, cursor }, operation);
  return {
    transactions: transactions.map((transaction) => ({
      parsed: parseTransaction(context, transaction, tip, owner),
      raw: transaction.raw,
    })),
    next,
  };
}
