import type { HistoryPage, PageRequest } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AccountId } from '../address/account.ts';
import type { StellarContext } from '../context.ts';

export function readHistory(
  _context: StellarContext,
  _account: AccountId,
  _page: PageRequest,
  _operation: Operation,
): Promise<HistoryPage> {
  return Promise.reject(new Error('not built yet'));
}
