import { type CheckedIntent, formatAmount, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { decimals } from '../bytes/stroops.ts';
import type { StellarContext } from '../context.ts';
import { lowestFee } from '../fees/bid.ts';
import type { Stellar } from '../types.ts';
import { account } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { closeAccount } from './close-account.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { unspendable } from './funds.ts';
import { recipientMemoProblems } from './memo.ts';
import { type RecipientQuestions, recipientProblems, roomProblems } from './recipients.ts';
import { accountReserves } from './reserve.ts';

/** Transfers of XLM: a payment, the creation of the recipient's account, or all that the sender has, with the removal of its account. */
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
  { answers: { recipient }, reserve, fee, memo }: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  const { senderAddress: from, recipientAddress: to } = parsed;
  const memoNews = recipientMemoProblems(to, recipient, memo);
  const errors: Problem[] = [...recipientProblems(to, recipient), ...memoNews.errors];
  const warnings: Problem[] = [...memoNews.warnings];
  const isMax = wanted === 'max';
  const amount = isMax ? reserve.available - fee : wanted;
  if (amount <= 0n) return { errors: [...errors, unspendable(context, reserve, fee)], warnings };
  if (isMax) warnings.push(...leftovers(context, fee));
  if (recipient === undefined) return create(context, { to, amount, errors, warnings, reserve });
  // The chain does not move what an account pays to itself, so it needs no room. What the sender does not have needs none either.
  if (from.account !== to.account && amount <= reserve.available)
    errors.push(...roomProblems(context, recipient, amount));
  return { errors, warnings, amount, spent: amount };
}

interface Creation extends Required<Pick<Proposal<'transfer'>, 'amount'>> {
  readonly to: CheckedIntent<Stellar, 'transfer'>['parsed']['recipientAddress'];
  readonly amount: bigint;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly reserve: Facts<RecipientQuestions>['reserve'];
}

/** Creates the account of the recipient. It must get its reserve (stellar/stellar-core, src/transactions/CreateAccountOpFrame.cpp). */
function create(
  context: StellarContext,
  { to, amount, errors: before, warnings, reserve }: Creation,
): Proposal<'transfer'> {
  const errors = [...before];
  // Accounts are created without a number, so it would be lost (stellar/stellar-xdr, Stellar-transaction.x: CreateAccountOp).
  if (to.id !== undefined) {
    const reason = 'its address has a number, and an account is created without one';
    errors.push(problem('recipient.notFound', { reason }, recipientField));
  }
  const least = accountReserves * reserve.baseReserve;
  if (amount < least) {
    const native = (stroops: bigint) => nativeAmount(context, stroops);
    const numbers = { held: native(0n), minimum: native(least), chain: context.identity.name };
    errors.push(problem('recipient.belowMinimum', numbers, amountField));
  }
  const created = problem('recipient.created', {}, recipientField);
  return { errors, warnings: [...warnings, created], amount, spent: amount, params: { createAccount: true } };
}

/** What stays in the account beside the reserve: the network takes less than the bid while ledgers have room. */
function leftovers(context: StellarContext, fee: bigint): Problem[] {
  const dust = fee - lowestFee;
  if (dust <= 0n) return [];
  const { ticker } = context.identity;
  const reason = `the fee may be less than ${formatAmount(fee, decimals)} ${ticker}. The reserve stays too`;
  return [problem('amount.leavesDust', { dust: nativeAmount(context, dust), reason }, amountField)];
}
