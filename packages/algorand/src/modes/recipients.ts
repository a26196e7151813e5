import { nativeAmount, type Problem, problem } from '@isochain/core';
import { type Address, zeroAddress } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { Query } from '../upstream/query.ts';

/** Questions about a recipient. */
export type RecipientQuestions = { readonly recipient: Query<AccountFacts> };

const field = 'transaction.data.recipientAddress';

/** Nobody has the key of the zero address, and in some fields it stands for "none". */
export function recipientProblems(recipient: Address): Problem[] {
  return recipient === zeroAddress ? [problem('recipient.zeroAddress', {}, field)] : [];
}

/**
 * ALGO that would leave the recipient below its minimum balance: the chain refuses such a payment (go-algorand, ledger/eval/eval.go: checkMinBalance).
 *
 * @param amount - In microAlgos.
 */
export function minimumProblems(
  context: Pick<AlgorandContext, 'identity'>,
  { amount: held, minBalance }: Pick<AccountFacts, 'amount' | 'minBalance'>,
  amount: bigint,
): Problem[] {
  const missing = minBalance - held;
  if (amount >= missing) return [];
  const numbers = {
    held: nativeAmount(context, held),
    minimum: nativeAmount(context, missing),
    chain: context.identity.name,
  };
  return [problem('recipient.belowMinimum', numbers, 'transaction.data.amount')];
}
