import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { isStakeholder } from '../address/stakeholder.ts';
import type { Money } from '../bytes/messages.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import { paidBy } from '../upstream/lcd/events.ts';
import { rewardsAddress, rewardsFrom, validator } from '../upstream/queries/position.ts';
import { honours, wishesOf } from '../wishes.ts';
import { bitcoinRewards } from './bitcoin-rewards.ts';
import { type Facts, type Proposal, type Recipe, readScene } from './completion.ts';
import { epochQuestions, epochsOf, queueWarnings } from './epochs.ts';
import { elsewhereWarnings } from './paid-rewards.ts';
import { unknownValidator } from './validators.ts';

type Intent = CheckedIntent<Cosmos, 'claimRewards'>;

const fields = {
  compound: 'transaction.data.compound',
  validator: 'transaction.data.validatorAddress',
} as const;

/**
 * Claims what a validator owes the account. With `compound` it stakes the native coins among them with the same validator. On Babylon it also claims
 * what stakes of Bitcoin have earned.
 */
export function claimRewards(context: CosmosContext): ModeVerbs<Cosmos, 'claimRewards'> {
  return {
    wishes: wishesOf(context),
    honours,
    // Questions about stakes are asked over REST only.
    needs: ['rest'],
    ask(intent, operation) {
      const { validatorAddress: payer } = intent.parsed;
      return isStakeholder(payer)
        ? readScene(context, intent, bitcoinRewards(context, intent, payer), operation)
        : readScene(context, intent, validatorRewards(context, intent, payer), operation);
    },
  };
}

function validatorRewards(
  context: CosmosContext,
  intent: Intent,
  validatorAddress: Address,
): Recipe<'claimRewards', ReturnType<typeof questionsOf>> {
  return {
    questions: questionsOf(context, intent, validatorAddress),
    defaultGas: defaultGasOf(context.chain, intent.data.compound === true ? 'compound' : 'claim'),
    propose: (facts) => propose(context, intent, validatorAddress, facts),
  };
}

function questionsOf(context: CosmosContext, { data, parsed }: Intent, validatorAddress: Address) {
  const { senderAddress: sender } = parsed;
  return {
    validator: validator(validatorAddress),
    rewards: rewardsFrom(sender, validatorAddress, context.chain.denom),
    receiver: rewardsAddress(context, sender),
    // A claim without a stake is carried out at once on every chain.
    ...(data.compound === true ? epochQuestions(context) : {}),
  };
}

function propose(
  context: CosmosContext,
  { data, parsed: { senderAddress: sender } }: Intent,
  validatorAddress: Address,
  { answers, events }: Facts<ReturnType<typeof questionsOf>>,
): Proposal<'claimRewards'> {
  const { rewards, receiver } = answers;
  const isCompound = data.compound === true;
  const missing = unknownValidator(context, validatorAddress, answers.validator, fields.validator);
  if (missing.length > 0) return { spent: 0n, errors: missing };
  if (rewards === undefined) {
    const reason = `the account has no stake with ${validatorAddress}`;
    return { spent: 0n, errors: [problem('position.notFound', { reason }, fields.validator)] };
  }
  const owed = nativeOf(context, rewards);
  const paid = events === undefined ? undefined : paidBy(events, validatorAddress);
  // What was claimed a moment before would leave the account's own coins instead.
  const native = paid === undefined ? owed : least(owed, nativeOf(context, paid));
  if (!isCompound) {
    return {
      spent: 0n,
      errors: rewards.length === 0 ? [none(validatorAddress, 'to claim')] : [],
      warnings: elsewhereWarnings(answers, sender),
    };
  }
  // Rewards grow with every block, so that what is owed now covers the stake.
  return {
    ...(native > 0n ? { params: { compoundAmount: native.toString() } } : {}),
    spent: 0n,
    errors: compoundProblems(context, answers, native, receiver === sender ? undefined : receiver, validatorAddress),
    warnings: queueWarnings(context, epochsOf(answers)),
  };
}

/** The coin that is staked, among others. */
function nativeOf({ chain }: CosmosContext, coins: readonly Money[]): bigint {
  return coins.reduce((sum, { denom, amount }) => (denom === chain.denom ? sum + amount : sum), 0n);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function none(validatorAddress: string, what: string): Problem {
  return problem('rewards.none', { validator: validatorAddress, what }, fields.validator);
}

function compoundProblems(
  context: CosmosContext,
  answers: object,
  native: bigint,
  elsewhere: string | undefined,
  validatorAddress: string,
): Problem[] {
  // The stake would be taken from the account's own coins.
  if (elsewhere !== undefined) return [problem('rewards.notOwn', { recipient: elsewhere }, fields.compound)];
  if (native === 0n) return [none(validatorAddress, `to stake again in ${context.identity.ticker}`)];
  const minimum = epochsOf(answers)?.minimum ?? 0n;
  if (native >= minimum) return [];
  return [problem('stake.belowMinimum', { minimum: nativeAmount(context, minimum) }, fields.compound)];
}
