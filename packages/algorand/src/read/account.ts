import type { BalancePart, Balances } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';

export async function readAccountState(
  _context: AlgorandContext,
  _account: Address,
  _request: { readonly parts: ReadonlySet<BalancePart> },
  _operation: Operation,
): Promise<Balances> {
  throw new Error('not built yet');
}
