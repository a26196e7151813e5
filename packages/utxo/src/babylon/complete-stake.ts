import { type CheckedIntent, type Completion, type Operation, type Problem, problem, refuse } from '@isochain/core';
import { parseAddress } from '../account/address.ts';
import { nativeAmount } from '../amounts.ts';
import type { UtxoContext } from '../chains.ts';
import { fundPayment } from '../funding.ts';
import { paymentSchema } from '../params.ts';
import { paymentPlan } from '../transfer-plan.ts';
import type { Upstreams } from '../upstreams/choose.ts';
import { readWishes, type Wishes, withoutWishes } from '../wishes.ts';
import { readCurrentParameters } from './current-parameters.ts';
import { makeDocuments } from './documents.ts';
import { keyRequired, notOneAddress } from './known-stake.ts';
import { readProvider } from './lcd.ts';
import type { Provider } from './lcd-schemas.ts';
import { chargesOf, type StakingParameters } from './parameters.ts';
import { readPopMessage } from './pop-message.ts';
import { stakingOutput, termsProblem } from './scripts.ts';
import { providerKey, type StakeParams, stakerOf, termsOf, writeTerms } from './stake-params.ts';
import { chargesProblem, finalSequence } from './transactions.ts';

const amountField = 'transaction.data.amount';

/**
 * Completes a stake: the staking transaction, and with it all documents that Babylon wants before the transaction is sent. Two rounds of
 * requests: Babylon's parameters first, for without them nobody knows the script that is paid.
 */
export async function completeStake(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: CheckedIntent<'stake'>,
  operation: Operation,
): Promise<Completion<'stake'>> {
  const { data, amount: wanted } = intent;
  const { senderAddress, senderPubKey } = data;
  const wishes = readStakeWishes(data);
  const echo = { ...withoutWishes(data), useMaxAmount: wanted === 'max' } as Completion<'stake'>['data'];
  const refused = (...errors: readonly Problem[]) => ({ data: echo, errors, warnings: [] });

  if (data.sourceValidatorAddress !== undefined) {
    const field = 'transaction.data.sourceValidatorAddress';
    return refused(problem('stake.immovable', { chain: context.identity.name }, field));
  }
  if (!parseAddress(context.network, senderAddress).ok) return refused(notOneAddress(senderAddress));
  const staker = stakerOf(senderPubKey);
  if (staker === undefined) return refused(keyRequired(senderAddress));

  const validator = providerKey(data.targetValidatorAddress);
  const [current, provider, popMessage] = await Promise.all([
    readCurrentParameters(context, operation),
    readProvider(context, validator, operation),
    readPopMessage(context, data.params, operation),
  ]);
  const providerErrors = providerProblems(context, data.targetValidatorAddress, provider);
  if (!current.ok) return refused(current.problem, ...providerErrors);
  const { parameters } = current;
  const stakingTime = readStakingTime(wishes, parameters);
  const written = writeTerms(parameters, stakingTime);
  const terms = termsOf(staker, [validator], written);
  const charges = chargesOf(parameters);
  const errors = [
    ...providerErrors,
    ...unclear(termsProblem(terms)),
    ...(typeof wanted === 'bigint' ? amountProblems(context, wanted, parameters) : []),
  ];
  if (errors.length > 0) return refused(...errors);

  const sender = { senderAddress, senderPubKey };
  const { script } = stakingOutput(terms);
  const fund = (value: bigint | 'max') => {
    const request = { ...sender, script, value, wishes, sequence: finalSequence, allowLegacy: false };
    return fundPayment(context, upstreams, request, operation);
  };
  const all = await fund(wanted ?? 0n);
  const isCapped = wanted === 'max' && all.ok && all.value > parameters.maxValue;
  const funding = isCapped ? await fund(parameters.maxValue) : all;
  const { warnings } = funding;
  if (!funding.ok) return { data: echo, errors: funding.errors, warnings };

  const { value, fees } = funding;
  const found = { ...echo, amount: value.toString(), fees: fees.toString() };
  const unfit = amountProblems(context, value, parameters);
  if (unfit.length > 0) return { data: found, errors: unfit, warnings };
  const payment = paymentSchema.parse(funding.params);
  const output = { script, value };
  const plan = paymentPlan(context, { ...sender, payment, fees, output, sequence: finalSequence });
  const { slashingScript, slashingRate, slashingFee, unbondingFee } = parameters;
  const params: StakeParams = {
    ...{ ...funding.params, ...written, ...makeDocuments(plan, terms, charges) },
    ...{ slashingScript, slashingRate, slashingFee: slashingFee.toString(), unbondingFee: unbondingFee.toString() },
    ...(wishes.postStaking ? { postStaking: true } : {}),
    ...(popMessage === undefined ? {} : { popMessage }),
  };
  const left = isCapped ? all.value + all.fees - value - fees : 0n;
  const reason = 'one stake takes no more';
  return {
    data: { ...found, params },
    errors: [],
    warnings: isCapped
      ? [...warnings, problem('coins.left', { left: nativeAmount(context, left), reason }, amountField)]
      : warnings,
  };
}

/** @throws RefusedError `wish.invalid` */
function readStakeWishes(data: CheckedIntent<'stake'>['data']): Wishes {
  const wishes = readWishes(data);
  const unfit = wishes.bip69 ? 'bip69' : wishes.replaces === undefined ? undefined : 'replaces';
  if (unfit === undefined) return wishes;
  const field = `transaction.data.params.${unfit}`;
  throw refuse('wish.invalid', { field, reason: 'a stake has the form that Babylon asks for' }, field);
}

/** @throws RefusedError `wish.invalid` */
function readStakingTime({ stakingTime }: Wishes, { minTime, maxTime }: StakingParameters): number {
  if (stakingTime === undefined) return maxTime;
  if (stakingTime >= minTime && stakingTime <= maxTime) return stakingTime;
  const field = 'transaction.data.params.stakingTime';
  throw refuse('wish.invalid', { field, reason: `it must be from ${minTime} to ${maxTime} blocks` }, field);
}

function providerProblems(context: UtxoContext, validator: string, provider: Provider | undefined): Problem[] {
  const field = 'transaction.data.targetValidatorAddress';
  if (provider === undefined)
    return [problem('validator.notFound', { validator, chain: context.identity.name }, field)];
  const { isSlashed, isClosed, isJailed } = provider;
  const reason = isSlashed ? 'it was slashed' : isClosed ? 'it was closed' : isJailed ? 'it is jailed' : undefined;
  return reason === undefined ? [] : [problem('validator.inactive', { validator, reason }, field)];
}

function amountProblems(context: UtxoContext, amount: bigint, parameters: StakingParameters): Problem[] {
  const { minValue, maxValue } = parameters;
  if (amount < minValue)
    return [problem('stake.belowMinimum', { minimum: nativeAmount(context, minValue) }, amountField)];
  if (amount > maxValue)
    return [problem('stake.aboveMaximum', { maximum: nativeAmount(context, maxValue) }, amountField)];
  return unclear(chargesProblem(amount, chargesOf(parameters)));
}

function unclear(reason: string | undefined): Problem[] {
  return reason === undefined ? [] : [problem('stake.parametersUnclear', { reason })];
}
