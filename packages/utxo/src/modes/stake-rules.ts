import { chargesOf, chargesProblem, type Provider, type StakingParameters, type TermsParams } from '@isochain/babylon';
import { type CheckedIntent, nativeAmount, type Problem, problem, refuse } from '@isochain/core';
import type { AddressAccount } from '../address/account.ts';
import type { PublicKey } from '../address/public-key.ts';
import type { PaymentParams } from '../bytes/params.ts';
import type { StakeParams } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import type { Utxo } from '../types.ts';

// Rules for every stake, whether it is new or on Bitcoin already.

/** An intent whose sender is one address, with its key. */
export interface StakeIntent extends CheckedIntent<Utxo, 'stake'> {
  readonly sender: AddressAccount;
  readonly key: PublicKey;
}

export const amountField = 'transaction.data.amount';

/**
 * The staking time in blocks: the longest that is allowed, unless another time was wished for.
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

/** Why an amount cannot be staked. Satoshi. */
export function amountProblems(context: UtxoContext, amount: bigint, parameters: StakingParameters): Problem[] {
  const { minValue, maxValue } = parameters;
  if (amount < minValue)
    return [problem('stake.belowMinimum', { minimum: nativeAmount(context, minValue) }, amountField)];
  if (amount > maxValue)
    return [problem('stake.aboveMaximum', { maximum: nativeAmount(context, maxValue) }, amountField)];
  return unclear(chargesProblem(amount, chargesOf(parameters)));
}

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
