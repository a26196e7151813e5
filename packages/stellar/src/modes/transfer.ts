import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import { account } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { closeAccount } from './close-account.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientMemoProblems } from './memo.ts';
import { type RecipientQuestions, recipientProblems, recipientWarnings } from './recipients.ts';

/** Transfers of XLM: a payment, or the creation of the recipient's account. */
export function transfer(context: StellarContext): ModeVerbs<Stellar, 'transfer'> {
  return {
    wishes: wishesOf.transfer,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: { recipient: account(intent.parsed.recipientAddress.account) },
          propose: (facts) =>
            intent.wishes.closeAccount === true
              ? closeAccount(context, intent, facts)
              : propose(context, intent, facts),
        },
        operation,
      ),
  };
}

const amountField = 'transaction.data.amount';
const recipientField = 'transaction.data.recipientAddress';

function propose(
  context: StellarContext,
  { amount: wanted = 0n, parsed }: CheckedIntent<Stellar, 'transfer'>,
  { answers: { recipient }, sender, reserve, fee, memo }: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  const { senderAddress: from, recipientAddress: to } = parsed;
  const native = (amount: bigint) => nativeAmount(context, amount);
  const memoNews = recipientMemoProblems(to, recipient, memo);
  const errors: Problem[] = [...recipientProblems(to), ...memoNews.errors];
  const warnings: Problem[] = [...recipientWarnings(from, to), ...memoNews.warnings];
  const spendable = reserve.available - fee;
  const amount = wanted === 'max' ? spendable : wanted;
  if (wanted === 'max' && spendable <= 0n) {
    const numbers = {
      available: native(sender.native.balance),
      fees: native(fee),
      reserve: native(reserve.minimum),
      chain: context.identity.name,
    };
    return { errors: [...errors, problem('balance.unspendable', numbers, amountField)], warnings };
  }
  if (recipient !== undefined) return { errors, warnings, amount, spent: amount };
  // Accounts are created without a number, so it would be lost (stellar/stellar-xdr, Stellar-transaction.x: CreateAccountOp).
  if (to.id !== undefined)
    errors.push(
      problem(
        'recipient.notFound',
        { reason: 'it has a number in its address, which nobody would see' },
        recipientField,
      ),
    );
  const least = 2n * reserve.baseReserve;
  if (amount < least) {
    const numbers = { held: native(0n), minimum: native(least), chain: context.identity.name };
    errors.push(problem('recipient.belowMinimum', numbers, amountField));
  }
  warnings.push(problem('recipient.created', {}, recipientField));
  return { errors, warnings, amount, spent: amount, params: { createAccount: true } };
}
