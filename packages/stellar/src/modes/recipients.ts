import { type AmountOf, nativeAmount, type Problem, problem } from '@isochain/core';
import type { AccountId } from '../address/address.ts';
import { isKey } from '../address/public-key.ts';
import { maxAmount } from '../bytes/stroops.ts';
import type { StellarContext } from '../context.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { Query } from '../upstream/query.ts';
import { isLocked } from './signers.ts';

/** Questions about a recipient. Undefined if it does not exist. */
export type RecipientQuestions = { readonly recipient: Query<AccountFacts | undefined> };

const field = 'transaction.data.recipientAddress';

/**
 * What must not happen: XLM for an account that nobody can sign for. What arrives there is lost. The bytes of an address need not be a point of the curve,
 * and the zero address is a point that has no private key. An account may also have given away all weights, as issuers do.
 *
 * @param facts - Undefined if the account does not exist, or nobody asked.
 */
export function recipientProblems({ account }: AccountId, facts?: AccountFacts | undefined): Problem[] {
  const keeps = (what: string) => [problem('recipient.keepsCoins', { recipient: account, what }, field)];
  if (!isKey(account)) return keeps('an address without a private key');
  return facts !== undefined && isLocked(facts) ? keeps('an account whose signers have too little weight') : [];
}

/**
 * XLM that an account has no room for. Balances have 63 bits, and what offers would buy has to fit too
 * (stellar/stellar-core, src/transactions/TransactionUtils.cpp: addBalance).
 *
 * @param amount - In stroops.
 */
export function roomProblems(
  context: Pick<StellarContext, 'identity'>,
  { native: { balance, buying } }: Pick<AccountFacts, 'native'>,
  amount: bigint,
): Problem[] {
  const left = maxAmount - balance - buying;
  if (amount <= left) return [];
  const room: AmountOf = nativeAmount(context, left < 0n ? 0n : left);
  return [problem('recipient.tokenFull', { room }, field)];
}
