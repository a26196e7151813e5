import type { ReadTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { StellarContext } from '../context.ts';

export function readTransaction(
  _context: StellarContext,
  _id: string,
  _operation: Operation,
): Promise<ReadTransaction | undefined> {
  return Promise.reject(new Error('not built yet'));
}
