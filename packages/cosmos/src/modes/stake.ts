import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { requireValidator } from '../address/stakeholder.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import { balance } from '../upstream/queries/bank.ts';
import { delegation, redelegationsOf, stakingRules, validator } from '../upstream/queries/position.ts';
import type { Waiting } from '../upstream/waiting.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, type Recipe, readScene } from './completion.ts';
import { epochQuestions, epochsOf, queueWarnings } from './epochs.ts';
import { elsewhereWarnings, keptWarnings, paidRewardsQuestions } from './paid-rewards.ts';
import { amountOf, isWhole, partProblems } from './positions.ts';
import { freeOf, leavingProblems, queueQuestions, readQueue, unreadWarnings, waitingOf } from './queued-changes.ts';
import { sameValidator, transitive } from './simulation-problem.ts';
import { targetProblems, targetWarnings } from './validators.ts';

type Intent = CheckedIntent<Cosmos, 'stake'>;

const fields = {
  amount: 'transaction.data.amount',
  source: 'transaction.data.sourceValidatorAddress',
  target: 'transaction.data.targetValidatorAddress',
} as const;

/** Stakes coins with a validator. With `sourceValidatorAddress` it moves a stake from there, without the wait of unstaking. */
export function stake(context: CosmosContext): ModeVerbs<Cosmos, 'stake'> {
  return {
    wishes: wishesOf(context),
    honours,
    // Questions about stakes are asked over REST only.
    needs: ['rest'],
    ask(intent, operation) {
      const { sourceValidatorAddress: payer, targetValidatorAddress } = intent.parsed;
      const target = requireValidator(context, targetValidatorAddress, fields.target);
      const source = payer && requireValidator(context, payer, fields.source);
      return source === undefined
        ? readScene(context, intent, delegateRecipe(context, intent, target), operation)
        : readScene(context, intent, redelegateRecipe(context, intent, { source, target }), operation);
    },
  };
}

function delegateQuestions(context: CosmosContext, { parsed }: Intent, target: Address) {
  return {
    target: validator(target),
    held: balance(parsed.senderAddress, context.chain.denom),
    ...paidRewardsQuestions(context, parsed.senderAddress),
    ...epochQuestions(context),
  };
}

type DelegateQuestions = ReturnType<typeof delegateQuestions>;

function delegateRecipe(context: CosmosContext, intent: Intent, to: Address): Recipe<'stake', DelegateQuestions> {
  return {
    questions: delegateQuestions(context, intent, to),
    defaultGas: defaultGasOf(context.chain, 'stake'),
    propose: (facts) => proposeDelegation(context, intent, to, facts),
  };
}

/** Coins that still vest can be staked, but they pay no fees (cosmos-sdk x/bank/keeper/keeper.go: DelegateCoins). */
function proposeDelegation(
  context: CosmosContext,
  { amount: wanted = 0n, parsed: { senderAddress: sender } }: Intent,
  validatorAddress: Address,
  { answers, offer, kept, due, spendable }: Facts<DelegateQuestions>,
): Proposal<'stake'> {
  const { target, held } = answers;
  const rules = epochsOf(answers);
  const paysFees = offer.feeDenom === context.chain.denom;
  const amount = wanted === 'max' ? held.amount - (paysFees ? kept : 0n) : wanted;
  const native = (value: bigint) => nativeAmount(context, value);
  const errors: Problem[] = targetProblems(context, validatorAddress, target, fields.target);
  if (amount <= 0n) {
    const numbers = { available: native(held.amount), fees: native(offer.fees) };
    errors.push(problem('balance.nothingToSend', numbers, fields.amount));
  } else if (amount + (paysFees ? due : 0n) > held.amount) {
    const fees = paysFees ? { fees: native(offer.fees), needed: native(amount + offer.fees) } : {};
    const numbers = { available: native(held.amount), amount: native(amount), ...fees };
    errors.push(problem('balance.insufficient', numbers, fields.amount));
  } else if (rules !== undefined && amount < rules.minimum) {
    errors.push(problem('stake.belowMinimum', { minimum: native(rules.minimum) }, fields.amount));
  }
  // Staking takes coins that still vest first (cosmos-sdk x/auth/vesting/types: TrackDelegation).
  const fees = paysFees ? offer.fees : 0n;
  const left = least(held.amount - fees - amount, spendable - fees);
  return {
    ...(amount > 0n ? { amount } : {}),
    spent: 0n,
    errors,
    warnings: [
      ...targetWarnings(target, fields.target),
      ...elsewhereWarnings(answers, sender),
      ...queueWarnings(context, rules),
      ...(paysFees && left >= 0n && left < offer.fees
        ? [problem('balance.noneLeftForFees', { left: native(left) }, fields.amount)]
        : []),
    ],
  };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Where coins are moved from, and to. */
interface Move {
  readonly source: Address;
  readonly target: Address;
}

function redelegateQuestions(context: CosmosContext, { parsed: { senderAddress } }: Intent, { source, target }: Move) {
  return {
    target: validator(target),
    position: delegation(senderAddress, source, context.chain.denom),
    inFlight: redelegationsOf(senderAddress),
    rules: stakingRules,
    ...paidRewardsQuestions(context, senderAddress),
    ...epochQuestions(context),
    ...queueQuestions(context),
  };
}

type RedelegateQuestions = ReturnType<typeof redelegateQuestions>;

function redelegateRecipe(context: CosmosContext, intent: Intent, move: Move): Recipe<'stake', RedelegateQuestions> {
  return {
    questions: redelegateQuestions(context, intent, move),
    further: (answers, operation) => readQueue(context, intent.parsed.senderAddress, answers, operation),
    defaultGas: defaultGasOf(context.chain, 'redelegate'),
    propose: (facts) => proposeRedelegation(context, intent, move, facts),
  };
}

function proposeRedelegation(
  context: CosmosContext,
  { amount: wanted, parsed: { senderAddress: sender } }: Intent,
  { source, target }: Move,
  { answers }: Facts<RedelegateQuestions>,
): Proposal<'stake'> {
  const { position, inFlight, rules } = answers;
  const staked = position?.amount ?? 0n;
  const waiting = waitingOf(answers);
  const free = freeOf(waiting, source, staked);
  const amount = amountOf(wanted, free);
  const warnings = [
    ...targetWarnings(answers.target, fields.target),
    ...elsewhereWarnings(answers, sender),
    ...keptWarnings(context, source, staked - amount),
    ...queueWarnings(context, epochsOf(answers)),
    ...unreadWarnings(waiting),
  ];
  const errors: Problem[] = [
    ...targetProblems(context, target, answers.target, fields.target),
    ...(source === target
      ? [problem('validator.inactive', { validator: target, reason: sameValidator }, fields.target)]
      : []),
    ...partProblems(context, source, fields.source, wanted, position?.amount),
    ...transitiveProblems(inFlight.redelegations.filter(({ to }) => to === source)),
    ...queuedProblems(waiting, source),
    ...entryProblems(
      inFlight.redelegations.filter(({ from, to }) => from === source && to === target),
      waiting.changes.filter(({ from, to }) => from === source && to === target).length,
      rules.maxEntries,
    ),
  ];
  if (errors.length === 0) errors.push(...leavingProblems(context, source, fields.source, { staked, free, amount }));
  return { ...(isWhole(amount) ? { amount } : {}), spent: 0n, errors, warnings };
}

/** Redelegations in flight. */
type InFlight = readonly { readonly endsAt: number }[];

/** An account that could move coins on at once would escape slashing (cosmos-sdk x/staking/keeper/delegation.go: HasReceivingRedelegation). */
function transitiveProblems(received: InFlight): Problem[] {
  if (received.length === 0) return [];
  const last = isoTime(Math.max(...received.map(({ endsAt }) => endsAt)));
  return [problem('position.locked', { reason: `${transitive} at ${last}` }, fields.source)];
}

/** The same of coins that will be redelegated to the source when the epoch ends, before this is carried out. */
function queuedProblems({ changes }: Waiting, source: Address): Problem[] {
  if (!changes.some(({ from, to }) => from !== undefined && to === source)) return [];
  const reason = `a redelegation to ${source} waits for the end of the epoch, and nothing can be redelegated from there until that is over`;
  return [problem('position.locked', { reason }, fields.source)];
}

/** @param queued - How many wait for the end of the epoch. */
function entryProblems(same: InFlight, queued: number, most: number): Problem[] {
  if (same.length + queued < most) return [];
  if (same.length < most) {
    const reason = `${same.length + queued} redelegations to the same validator are under way or wait for the end of the epoch, and the chain allows no more`;
    return [problem('position.locked', { reason }, fields.source)];
  }
  const first = isoTime(Math.min(...same.map(({ endsAt }) => endsAt)));
  const reason = `${same.length} redelegations to the same validator are under way, and the chain allows no more; the first is over at ${first}`;
  return [problem('position.locked', { reason }, fields.source)];
}
