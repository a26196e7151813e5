import type { CheckedIntent, ModeVerbs, Problem } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { account } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { closeAccount } from './close-account.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { selfProblems, spendable, unspendable } from './funds.ts';
import { minimumProblems, type RecipientQuestions, recipientProblems } from './recipients.ts';

/** Transfers of ALGO: an amount, all beside the minimum balance, or all that the sender has, with the end of its account. */
export function transfer(context: AlgorandContext): ModeVerbs<Algorand, 'transfer'> {
  return {
    wishes: wishesOf.transfer,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: { recipient: account(intent.parsed.recipientAddress) },
          propose: (facts) =>
            intent.wishes.closeAccount === true
              ? closeAccount(context, intent, facts)
              : propose(context, intent, facts),
        },
        operation,
      ),
  };
}

function propose(
  context: AlgorandContext,
  { amount: wanted = 0n, parsed }: CheckedIntent<Algorand, 'transfer'>,
  { answers: { recipient }, sender, fee, mostPaid }: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  const { recipientAddress: receiver } = parsed;
  const errors: Problem[] = [...recipientProblems(receiver)];
  const all = spendable(sender) - fee;
  const most = all < mostPaid ? all : mostPaid;
  const amount = wanted === 'max' ? most : wanted;
  if (amount <= 0n) return { errors: [...errors, unspendable(context, sender, fee)] };
  const isToSelf = receiver === sender.address;
  // What an account pays to itself comes back, but it must have it (go-algorand, ledger/eval/eval.go: Move).
  if (isToSelf) errors.push(...selfProblems(context, sender, amount, fee));
  else errors.push(...minimumProblems(context, recipient, amount));
  return {
    // More than an account has may have more than 64 bits, and then there are no bytes.
    deed: amount > sender.amount ? undefined : { type: 'payment', receiver, amount },
    errors,
    amount,
    spent: isToSelf ? 0n : amount,
  };
}
