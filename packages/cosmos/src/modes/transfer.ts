import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import type { AccountFacts } from '../upstream/lcd/account.ts';
import { account } from '../upstream/queries/account.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientProblems, recipientWarnings } from './recipients.ts';

/** Transfers of the native coin. */
export function transfer(context: CosmosContext): ModeVerbs<Cosmos, 'transfer'> {
  return {
    wishes: wishesOf(context),
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: { recipient: account(intent.parsed.recipientAddress) },
          defaultGas: defaultGasOf(context.chain, 'transfer'),
          propose: (facts) => propose(context, intent, facts),
        },
        operation,
      ),
  };
}

function propose(
  context: CosmosContext,
  { amount: wanted = 0n, parsed }: CheckedIntent<Cosmos, 'transfer'>,
  { answers, offer, kept, spendable }: Facts<{ recipient: Query<AccountFacts | undefined> }>,
): Proposal<'transfer'> {
  const errors: Problem[] = recipientProblems(answers.recipient);
  const warnings = recipientWarnings(parsed.recipientAddress, answers.recipient);
  if (wanted !== 'max') return { amount: wanted, spent: wanted, errors, warnings };
  const amount = spendable - (offer.feeDenom === context.chain.denom ? kept : 0n);
  if (amount > 0n) return { amount, spent: amount, errors, warnings };
  const numbers = { available: nativeAmount(context, spendable), fees: nativeAmount(context, offer.fees) };
  return { spent: 0n, errors: [...errors, problem('balance.nothingToSend', numbers, 'transaction.data.amount')] };
}
