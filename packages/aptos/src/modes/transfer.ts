import { type CheckedIntent, type ModeVerbs, nativeAmount, problem } from '@isochain/core';
import { transferCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import type { Aptos } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, nothingToSend, type Proposal, readScene } from './completion.ts';
import { recipientProblems, recipientQuestions, recipientWarnings } from './recipients.ts';

/** Transfers of APT. */
export function transfer(context: AptosContext): ModeVerbs<Aptos, 'transfer'> {
  return {
    wishes: wishesOf.transfer,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: recipientQuestions(intent.parsed.recipientAddress),
          propose: (facts) => propose(context, intent, facts),
        },
        operation,
      ),
  };
}

const field = 'transaction.data.amount';

function propose(
  context: AptosContext,
  intent: CheckedIntent<Aptos, 'transfer'>,
  { answers, held }: Facts<ReturnType<typeof recipientQuestions>>,
): Proposal<'transfer'> {
  const { amount: wanted = 0n, parsed } = intent;
  const { senderAddress: sender, recipientAddress: to } = parsed;
  const native = (amount: bigint) => nativeAmount(context, amount);
  const errors = recipientProblems(context, to, answers);
  const warnings = recipientWarnings({ sender, recipient: to }, answers);
  if (wanted !== 'max') {
    if (wanted > held)
      errors.push(problem('balance.insufficient', { available: native(held), amount: native(wanted) }, field));
    return {
      errors,
      warnings,
      amount: wanted,
      spendsCoins: true,
      // Beyond the balance an amount may not fit into 64 bits.
      ...(wanted > held ? {} : { call: transferCall(to, wanted) }),
      settle: () => ({ amount: wanted, spent: sender === to ? 0n : wanted }),
    };
  }
  // Without another account that pays, the check of the fees would say it better.
  if (held === 0n && intent.wishes.feePayer !== undefined)
    errors.push(problem('balance.insufficient', { available: native(held), amount: native(1n) }, field));
  return {
    errors,
    warnings,
    usesAllCoins: true,
    // The amount does not change what the transaction needs. With all of it, fees would be missing.
    call: transferCall(to, 1n),
    settle({ fees }) {
      const amount = held - fees;
      return amount > 0n ? { amount, spent: amount } : { spent: 0n, errors: [nothingToSend(context, held, fees)] };
    },
  };
}
