import { chargesOf, chargesProblem, type Provider, type StakingParameters, type TermsParams } from '@isochain/babylon';
import { type CheckedIntent, type Problem, problem, refuse } from '@isochain/core';
import { nativeAmount } from '../amounts.ts';
import type { UtxoContext } from '../chains.ts';
import type { PaymentParams } from '../params.ts';
import { readWishes, type Wishes } from '../wishes.ts';
import type { SignedDocuments } from './stake-documents.ts';
import type { StakeParams } from './stake-params.ts';

// What holds of every stake, whether it is new or on Bitcoin already.

export const amountField = 'transaction.data.amount';

/**
 * Reads the wishes for a stake.
 *
 * @throws RefusedError `wish.invalid`
 */
export function readStakeWishes(data: CheckedIntent<'stake'>['data']): Wishes {
  const wishes = readWishes(data);
  const unfit = wishes.bip69 ? 'bip69' : wishes.replaces === undefined ? undefined : 'replaces';
  if (unfit === undefined) return wishes;
  const field = `transaction.data.params.${unfit}`;
  throw refuse('wish.invalid', { field, reason: 'a stake has the form that Babylon asks for' }, field);
}

/**
 * For how many blocks a stake is: the longest time, unless another one was wished for.
 *
 * @throws RefusedError `wish.invalid`
 */
export function readStakingTime({ stakingTime }: Wishes, { minTime, maxTime }: StakingParameters): number {
  if (stakingTime === undefined) return maxTime;
  if (stakingTime >= minTime && stakingTime <= maxTime) return stakingTime;
  const field = 'transaction.data.params.stakingTime';
  throw refuse('wish.invalid', { field, reason: `it must be from ${minTime} to ${maxTime} blocks` }, field);
}

/** Why nothing can be staked with a finality provider. */
export function providerProblems(context: UtxoContext, validator: string, provider: Provider | undefined): Problem[] {
  const field = 'transaction.data.targetValidatorAddress';
  if (provider === undefined)
    return [problem('validator.notFound', { validator, chain: context.identity.name }, field)];
  const { isSlashed, isClosed, isJailed } = provider;
  const reason = isSlashed ? 'it was slashed' : isClosed ? 'it was closed' : isJailed ? 'it is jailed' : undefined;
  return reason === undefined ? [] : [problem('validator.inactive', { validator, reason }, field)];
}

/** What is against staking an amount. Satoshi. */
export function amountProblems(context: UtxoContext, amount: bigint, parameters: StakingParameters): Problem[] {
  const { minValue, maxValue } = parameters;
  if (amount < minValue)
    return [problem('stake.belowMinimum', { minimum: nativeAmount(context, minValue) }, amountField)];
  if (amount > maxValue)
    return [problem('stake.aboveMaximum', { maximum: nativeAmount(context, maxValue) }, amountField)];
  return unclear(chargesProblem(amount, chargesOf(parameters)));
}

/** A problem, if there is a reason for it. */
export function unclear(reason: string | undefined): Problem[] {
  return reason === undefined ? [] : [problem('stake.parametersUnclear', { reason })];
}

/** All that the bytes of a stake depend on, and what is signed beside them. */
export function writeStakeParams(
  payment: PaymentParams,
  written: TermsParams,
  documents: SignedDocuments,
  { slashingScript, slashingRate, slashingFee, unbondingFee }: StakingParameters,
): StakeParams {
  return {
    ...{ ...payment, ...written, ...documents },
    ...{ slashingScript, slashingRate, slashingFee: slashingFee.toString(), unbondingFee: unbondingFee.toString() },
  };
}
