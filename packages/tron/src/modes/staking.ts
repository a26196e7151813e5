import { nativeAmount, type Problem, problem } from '@isochain/core';
import { type Address, toBase58Address } from '../address/address.ts';
import { sunOfVote } from '../bytes/plan.ts';
import type { TronContext } from '../context.ts';
import type { Parameters } from '../fees/parameters.ts';

/** Fields of intents, for problems. */
export const fields = {
  amount: 'transaction.data.amount',
  compound: 'transaction.data.compound',
  source: 'transaction.data.sourceValidatorAddress',
  stakeId: 'transaction.data.stakeId',
  target: 'transaction.data.targetValidatorAddress',
  validator: 'transaction.data.validatorAddress',
} as const;

/** Whether the chain has the rules of staking that these modes are made for. */
export function rulesProblems({ hasTronPower, unfreezeDays }: Parameters): Problem[] {
  if (hasTronPower) {
    const reason = 'the chain counts coins for votes apart from other staked coins now (getAllowNewResourceModel)';
    return [problem('stake.parametersUnclear', { reason })];
  }
  if (unfreezeDays > 0n) return [];
  return [problem('stake.parametersUnclear', { reason: 'the chain has no Stake 2.0 (getUnfreezeDelayDays is 0)' })];
}

/** Whether an amount is a number of votes: a vote is a whole coin. */
export function wholeProblems(context: TronContext, amount: bigint): Problem[] {
  const native = (value: bigint) => nativeAmount(context, value);
  if (amount < sunOfVote) return [problem('stake.belowMinimum', { minimum: native(sunOfVote) }, fields.amount)];
  const rest = amount % sunOfVote;
  if (rest === 0n) return [];
  const below = amount - rest;
  const numbers = { amount: native(amount), below: native(below), above: native(below + sunOfVote) };
  return [problem('stake.notWhole', { ticker: context.identity.ticker, ...numbers }, fields.amount)];
}

/** There is no such position. */
export function noPosition(reason: string, field: string = fields.validator): Problem {
  return problem('position.notFound', { reason }, field);
}

export function noVotesFor(validator: Address, field: string): Problem {
  return noPosition(`the account has no votes for ${toBase58Address(validator)}`, field);
}

export function tooMuch(context: TronContext, available: bigint, needed: bigint): Problem {
  const numbers = { available: nativeAmount(context, available), needed: nativeAmount(context, needed) };
  return problem('position.insufficient', numbers, fields.amount);
}
