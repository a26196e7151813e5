import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { requireValidator } from '../address/stakeholder.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import { delegation, stakingRules, unbondingEnds } from '../upstream/queries/position.ts';
import type { Waiting } from '../upstream/waiting.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { epochQuestions, epochsOf, queueWarnings } from './epochs.ts';
import { elsewhereWarnings, keptWarnings, paidRewardsQuestions } from './paid-rewards.ts';
import { amountOf, isWhole, partProblems } from './positions.ts';
import { freeOf, leavingProblems, queueQuestions, readQueue, unreadWarnings, waitingOf } from './queued-changes.ts';

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
          further: (answers, inTurn) => readQueue(context, intent.parsed.senderAddress, answers, inTurn),
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
    ...queueQuestions(context),
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
  const staked = position?.amount ?? 0n;
  const waiting = waitingOf(answers);
  const free = freeOf(waiting, validator, staked);
  const amount = amountOf(wanted, free);
  const errors: Problem[] = [
    ...partProblems(context, validator, validatorField, wanted, position?.amount),
    ...entryProblems(ends, waiting, validator, rules.maxEntries),
  ];
  if (errors.length === 0)
    errors.push(...leavingProblems(context, validator, validatorField, { staked, free, amount }));
  if (errors.length === 0 && epochs !== undefined && amount < epochs.minimum) {
    const minimum = nativeAmount(context, epochs.minimum);
    errors.push(problem('position.partTooLow', { minimum }, 'transaction.data.amount'));
  }
  const warnings = [
    ...elsewhereWarnings(answers, sender),
    ...keptWarnings(context, validator, staked - amount),
    ...queueWarnings(context, epochs),
    ...unreadWarnings(waiting),
  ];
  return { ...(isWhole(amount) ? { amount } : {}), spent: 0n, errors, warnings };
}

/** Early versions of the chain lost the coins of an entry above the limit (cosmos/cosmos-sdk#4551). */
function entryProblems(ends: readonly number[], { changes }: Waiting, validator: Address, most: number): Problem[] {
  // Unstakes of one block are one entry (cosmos-sdk x/staking/types/delegation.go: AddEntry), and an epoch ends in one block.
  const queued = changes.some(({ from, to }) => from === validator && to === undefined) ? 1 : 0;
  if (ends.length + queued < most) return [];
  if (ends.length < most)
    return [
      problem(
        'position.locked',
        { reason: 'the unstake that waits for the end of the epoch is the last that the chain allows for now' },
        validatorField,
      ),
    ];
  const first = isoTime(Math.min(...ends));
  const reason = `${ends.length} unstakes from this validator are under way, and the chain allows no more; the first is over at ${first}`;
  return [problem('position.locked', { reason }, validatorField)];
}
