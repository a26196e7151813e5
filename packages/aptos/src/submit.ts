import type { SignedTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AptosPlan } from './bytes/transaction.ts';
import type { AptosContext } from './context.ts';

export async function submit(_: AptosContext, __: SignedTransaction, ___: AptosPlan, ____: Operation): Promise<string> {
  throw new Error('not built yet');
}
