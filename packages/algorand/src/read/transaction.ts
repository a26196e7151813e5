import type { ReadTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';

export async function readTransaction(
  _context: AlgorandContext,
  _id: string,
  _operation: Operation,
): Promise<ReadTransaction | undefined> {
  throw new Error('not built yet');
}
