import type { SignedTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AlgorandPlan } from './bytes/transaction.ts';
import type { AlgorandContext } from './context.ts';

export async function submit(
  _context: AlgorandContext,
  _signed: SignedTransaction,
  _plan: AlgorandPlan,
  _operation: Operation,
): Promise<string> {
  throw new Error('not built yet');
}
