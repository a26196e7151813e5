import {
  chargesOf,
  finalSequence,
  providerKey,
  stakingOutput,
  termsOf,
  termsProblem,
  writeTerms,
} from '@isochain/babylon';
import { type CheckedIntent, type Completion, catalogue, type Operation, type Problem, problem } from '@isochain/core';
import { parseAddress } from '../account/address.ts';
import { nativeAmount } from '../amounts.ts';
import type { UtxoContext } from '../chains.ts';
import { fundPayment } from '../funding.ts';
import { paymentSchema } from '../params.ts';
import { paymentPlan } from '../transfer-plan.ts';
import type { Upstreams } from '../upstreams/choose.ts';
import { withoutWishes } from '../wishes.ts';
import { completeRegistration } from './complete-registration.ts';
import { readCurrentParameters } from './current-parameters.ts';
import { keyRequired, notOneAddress } from './known-stake.ts';
import { readProvider } from './lcd.ts';
import { readPopMessage } from './read-pop-message.ts';
import { documentsOf } from './stake-documents.ts';
import { type StakeParams, stakerOf } from './stake-params.ts';
import {
  amountField,
  amountProblems,
  providerProblems,
  readStakeWishes,
  readStakingTime,
  unclear,
  writeStakeParams,
} from './stake-rules.ts';

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
  if (wishes.registers !== undefined)
    return completeRegistration(context, upstreams, intent, { ...wishes, registers: wishes.registers }, operation);
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
    readProvider(validator, operation),
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
  const params: StakeParams = {
    ...writeStakeParams(funding.params, written, documentsOf(plan, terms, charges), parameters),
    ...(wishes.postStaking ? { postStaking: true } : {}),
    ...(popMessage === undefined ? {} : { popMessage }),
  };
  const chain = catalogue[context.chain.babylon?.chainId ?? 'babylon'].name;
  const left = isCapped ? all.value + all.fees - value - fees : 0n;
  const reason = 'one stake takes no more';
  return {
    data: { ...found, params },
    errors: [],
    warnings: [
      ...warnings,
      ...(isCapped ? [problem('coins.left', { left: nativeAmount(context, left), reason }, amountField)] : []),
      ...(wishes.postStaking ? [problem('stake.proofNeeded', { chain })] : []),
    ],
  };
}
