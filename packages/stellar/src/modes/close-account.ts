import type { CheckedIntent } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import type { Facts, Proposal } from './completion.ts';
import type { RecipientQuestions } from './recipients.ts';

/** Sends everything that an account has, and removes it. */
export function closeAccount(
  _context: StellarContext,
  _intent: CheckedIntent<Stellar, 'transfer'>,
  _facts: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  throw new Error('not built yet');
}
