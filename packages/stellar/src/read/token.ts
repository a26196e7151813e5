import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { StellarContext } from '../context.ts';

export function readToken(
  _context: StellarContext,
  _id: string,
  _operation: Operation,
): Promise<Token | { readonly missing: string }> {
  return Promise.reject(new Error('not built yet'));
}
