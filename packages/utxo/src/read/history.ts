import type { HistoryPage, PageRequest } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { accountOf } from '../address/account-id.ts';
import type { UtxoContext } from '../context.ts';
import type { ReadStakes } from '../upstream/babylon/stake-reader.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { ownership, parseTransaction } from './parse-transaction.ts';

/**
 * Transactions in the mempool first, then newest first. Amounts as the account sees them.
 *
 * @param readStakes - Given if the chain has stakes.
 */
export async function readHistory(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'history'>,
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
  readStakes?: ReadStakes,
): Promise<HistoryPage> {
  const owner = accountOf(context.network, account);
  const { transactions, next, tip, unlisted = 0 } = await upstreams.history(owner, { limit, cursor }, operation);
  const stakes = await readStakes?.(transactions, operation, ownership(context, owner));
  return {
    transactions: await operation.computeEach(transactions, (transaction) => ({
      parsed: parseTransaction(context, transaction, tip, owner, stakes?.get(transaction.txid)),
      raw: transaction.raw,
    })),
    ...{ next, unlisted },
  };
}
