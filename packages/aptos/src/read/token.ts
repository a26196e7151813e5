import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';

export async function readToken(
  _: AptosContext,
  __: Pick<AptosOptions, 'tokens'>,
  ___: string,
  ____: Operation,
): Promise<Token | { missing: string }> {
  throw new Error('not built yet');
}
