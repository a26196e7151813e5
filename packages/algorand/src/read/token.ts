import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';

export async function readToken(
  _context: AlgorandContext,
  _id: string,
  _operation: Operation,
): Promise<Token | { readonly missing: string }> {
  throw new Error('not built yet');
}
