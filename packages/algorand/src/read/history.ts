import type { HistoryPage, PageRequest } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';

export async function readHistory(
  _context: AlgorandContext,
  _account: Address,
  _page: PageRequest,
  _operation: Operation,
): Promise<HistoryPage> {
  throw new Error('not built yet');
}
