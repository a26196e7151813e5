import { chargesOf, chargesProblem, type Provider, type StakingParameters, type TermsParams } from '@isochain/babylon';
import { type CheckedIntent, type Problem, problem, refuse } from '@isochain/core';
import type { AddressAccount } from '../account/account.ts';
import type { PublicKey } from '../account/public-key.ts';
import { nativeAmount } from '../amounts.ts';
import type { UtxoContext } from '../chains.ts';
import type { PaymentParams } from '../params.ts';
import type { Utxo } from '../types.ts';
import type { StakeParams } from './stake-params.ts';

// What holds of every stake, whether it is new or on Bitcoin already.

/** An intent whose sender is one address, with its key. */
export interface StakeIntent extends CheckedIntent<Utxo, 'stake'> {
  readonly sender: AddressAccount;
  readonly key: PublicKey;
}

export const amountField = 'transaction.data.amount';

/**
 * For how many blocks a stake is: the longest time, unless another one was wished for.
 *
 * @throws RefusedError `wish.invalid`
 */
export function readStakingTime(stakingTime: number | undefined, { minTime, maxTime }: StakingParameters): number {
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

/** All that the bytes of a stake depend on. */
export function writeStakeParams(
  payment: PaymentParams,
  written: TermsParams,
  { slashingScript, slashingRate, slashingFee, unbondingFee }: StakingParameters,
): StakeParams {
  return {
    ...{ ...payment, ...written },
    ...{ slashingScript, slashingRate, slashingFee: slashingFee.toString(), unbondingFee: unbondingFee.toString() },
  };
}
