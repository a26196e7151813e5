import type { PageRequest, Validator } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AptosContext } from '../context.ts';

export async function readValidators(
  _: AptosContext,
  __: PageRequest,
  ___: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  throw new Error('not built yet');
}
