import type { ReadTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';

export async function readTransaction(
  _: AptosContext,
  __: Pick<AptosOptions, 'tokens'>,
  ___: string,
  ____: Operation,
): Promise<ReadTransaction | undefined> {
  throw new Error('not built yet');
}
