import type { CheckedIntent } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import type { Facts, Proposal } from './completion.ts';
import type { RecipientQuestions } from './recipients.ts';

export function closeAccount(
  _context: AlgorandContext,
  _intent: CheckedIntent<Algorand, 'transfer'>,
  _facts: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  throw new Error('not built yet');
}
