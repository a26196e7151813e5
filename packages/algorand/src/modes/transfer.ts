import type { CheckedIntent, ModeVerbs, Problem } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { account } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { closeAccount } from './close-account.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { spendable, unspendable } from './funds.ts';
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
  { answers: { recipient }, sender, fee }: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  const { recipientAddress: receiver } = parsed;
  const errors: Problem[] = [...recipientProblems(receiver)];
  const isMax = wanted === 'max';
  const amount = isMax ? spendable(sender) - fee : wanted;
  if (amount <= 0n) return { errors: [...errors, unspendable(context, sender, fee)] };
  // What an account pays to itself does not move.
  if (receiver !== sender.address) errors.push(...minimumProblems(context, recipient, amount));
  return {
    deed: { type: 'payment', receiver, amount },
    errors,
    amount,
    spent: receiver === sender.address ? 0n : amount,
  };
}
