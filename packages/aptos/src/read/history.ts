import type { HistoryPage, PageRequest } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';

export async function readHistory(
  _: AptosContext,
  __: Pick<AptosOptions, 'tokens'>,
  ___: Address,
  ____: PageRequest,
  _____: Operation,
): Promise<HistoryPage> {
  throw new Error('not built yet');
}
