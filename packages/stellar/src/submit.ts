import type { SignedTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { StellarPlan } from './bytes/transaction.ts';
import type { StellarContext } from './context.ts';

export function submit(
  _context: StellarContext,
  _signed: SignedTransaction,
  _plan: StellarPlan,
  _operation: Operation,
): Promise<string> {
  return Promise.reject(new Error('not built yet'));
}
