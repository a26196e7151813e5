import type { AccountStateRequest, Balances } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AccountId } from '../address/account.ts';
import type { StellarContext } from '../context.ts';

export function readAccountState(
  _context: StellarContext,
  _account: AccountId,
  _wanted: AccountStateRequest,
  _operation: Operation,
): Promise<Balances> {
  return Promise.reject(new Error('not built yet'));
}
