import { type Problem, problem } from '@isochain/core';
import type { AccountId } from '../address/account.ts';
import { isKey } from '../address/public-key.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { Query } from '../upstream/query.ts';

/** Questions about a recipient. Undefined if it does not exist. */
export type RecipientQuestions = { readonly recipient: Query<AccountFacts | undefined> };

const field = 'transaction.data.recipientAddress';

/** What the sender should know of a recipient. */
export function recipientWarnings(sender: AccountId, recipient: AccountId): Problem[] {
  if (sender.account === recipient.account) return [problem('recipient.isSender', {}, field)];
  return [];
}

/** What must not happen: an account whose key nobody can hold. What arrives there is lost. */
export function recipientProblems({ account }: AccountId): Problem[] {
  return isKey(account)
    ? []
    : [problem('recipient.keepsCoins', { recipient: account, what: 'an address without a private key' }, field)];
}
