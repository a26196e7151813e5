import { type CheckedIntent, type ModeVerbs, nativeAmount, problem } from '@isochain/core';
import { transferCall } from '../bytes/calls.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../tokens/known-tokens.ts';
import { strk } from '../tokens/native.ts';
import type { Starknet } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientProblems, recipientQuestions, recipientWarnings } from './recipients.ts';

/** Transfers of STRK. */
export function transfer(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'tokens'>,
): ModeVerbs<Starknet, 'transfer'> {
  return {
    wishes: wishesOf.transfer,
    honours,
    async ask(intent, operation) {
      const known = await knownTokens(context, options);
      const questions = recipientQuestions(intent.parsed.recipientAddress);
      return readScene(
        context,
        intent,
        { questions, propose: (facts) => propose(context, known, intent, facts) },
        operation,
      );
    },
  };
}

const field = 'transaction.data.amount';

function propose(
  context: StarknetContext,
  known: readonly KnownToken[],
  { amount: wanted = 0n, parsed: { recipientAddress } }: CheckedIntent<Starknet, 'transfer'>,
  { answers, balance }: Facts<ReturnType<typeof recipientQuestions>>,
): Proposal<'transfer'> {
  const native = (amount: bigint) => nativeAmount(context, amount);
  const errors = recipientProblems(context, known, { recipient: recipientAddress, token: strk });
  const warnings = recipientWarnings(answers);
  const callsOf = (amount: bigint) => [transferCall(strk, recipientAddress, amount)];
  if (wanted !== 'max') {
    if (wanted > balance)
      errors.push(problem('balance.insufficient', { available: native(balance), amount: native(wanted) }, field));
    return {
      errors,
      warnings,
      amount: wanted,
      calls: callsOf(wanted),
      settle: () => ({ amount: wanted, spent: wanted, params: {} }),
    };
  }
  return {
    errors,
    warnings,
    // The amount does not change what the transaction needs. With all of it, fees would be missing.
    calls: callsOf(balance / 2n),
    settle(fees) {
      const amount = balance - fees;
      if (amount > 0n) return { amount, spent: amount, params: {} };
      const numbers = { available: native(balance), fees: native(fees) };
      return { spent: 0n, params: {}, errors: [problem('balance.nothingToSend', numbers, field)] };
    },
  };
}
