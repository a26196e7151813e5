import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { requireValidator } from '../address/stakeholder.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import { delegation, stakingRules, unbondingEnds } from '../upstream/queries/position.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { epochQuestions, epochsOf, queueWarnings } from './epochs.ts';
import { elsewhereWarnings, paidRewardsQuestions } from './paid-rewards.ts';
import { amountOf, isWhole, partProblems } from './positions.ts';

type Intent = CheckedIntent<Cosmos, 'unstake'>;

const validatorField = 'transaction.data.validatorAddress';

/** Ends a stake. The coins come back to the account by themselves when the unbonding time is over. */
export function unstake(context: CosmosContext): ModeVerbs<Cosmos, 'unstake'> {
  return {
    wishes: wishesOf(context),
    honours,
    // Questions about stakes are asked over REST only.
    needs: ['rest'],
    ask(intent, operation) {
      const validator = requireValidator(context, intent.parsed.validatorAddress, validatorField);
      return readScene(
        context,
        intent,
        {
          questions: questionsOf(context, intent, validator),
          defaultGas: defaultGasOf(context.chain, 'unstake'),
          propose: (facts) => propose(context, intent, validator, facts),
        },
        operation,
      );
    },
  };
}

function questionsOf(context: CosmosContext, { parsed: { senderAddress: sender } }: Intent, validator: Address) {
  return {
    position: delegation(sender, validator, context.chain.denom),
    ends: unbondingEnds(sender, validator),
    rules: stakingRules,
    ...paidRewardsQuestions(context, sender),
    ...epochQuestions(context),
  };
}

function propose(
  context: CosmosContext,
  { amount: wanted, parsed: { senderAddress: sender } }: Intent,
  validator: Address,
  { answers }: Facts<ReturnType<typeof questionsOf>>,
): Proposal<'unstake'> {
  const { position, ends, rules } = answers;
  const epochs = epochsOf(answers);
  const amount = amountOf(wanted, position?.amount);
  const errors: Problem[] = [
    ...partProblems(context, validator, validatorField, wanted, position?.amount),
    ...entryProblems(ends, rules.maxEntries),
  ];
  if (errors.length === 0 && epochs !== undefined && amount < epochs.minimum) {
    const minimum = nativeAmount(context, epochs.minimum);
    errors.push(problem('position.partTooLow', { minimum }, 'transaction.data.amount'));
  }
  const warnings = [...elsewhereWarnings(answers, sender), ...queueWarnings(context, epochs)];
  return { ...(isWhole(amount) ? { amount } : {}), spent: 0n, errors, warnings };
}

/** Early versions of the chain lost the coins of an entry above the limit (cosmos/cosmos-sdk#4551). */
function entryProblems(ends: readonly number[], most: number): Problem[] {
  if (ends.length < most) return [];
  const first = isoTime(Math.min(...ends));
  const reason = `${ends.length} unstakes from this validator are under way, and the chain allows no more; the first is over at ${first}`;
  return [problem('position.locked', { reason }, validatorField)];
}
