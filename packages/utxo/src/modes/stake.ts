import {
  finalSequence,
  type StakingParameters,
  stakingOutput,
  type TermsParams,
  termsOf,
  termsProblem,
  writeTerms,
} from '@isochain/babylon';
import {
  type CheckedIntent,
  chainNames,
  type Decision,
  type ModeVerbs,
  nativeAmount,
  problem,
  type Scene,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { type StakeParams, stakerOf } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import type { Utxo } from '../types.ts';
import { readCurrentParameters } from '../upstream/babylon/current-parameters.ts';
import { readProvider } from '../upstream/babylon/lcd.ts';
import { readPopMessage } from '../upstream/babylon/read-pop-message.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { honours, stakeWishes } from '../wishes.ts';
import { askPayment, type Fund } from './funding/funding.ts';
import { keyRequired, notOneAddress } from './known-stake.ts';
import { refusing } from './refusing.ts';
import { askRegistration } from './stake-registration.ts';
import {
  amountField,
  amountProblems,
  providerProblems,
  readStakingTime,
  type StakeIntent,
  unclear,
  writeStakeParams,
} from './stake-rules.ts';

/** Stakes with Babylon. */
export function stake(context: UtxoContext, upstreams: Upstreams): ModeVerbs<Utxo, 'stake'> {
  return {
    wishes: stakeWishes,
    honours,
    needs: ['babylon'],
    ask: (intent, operation) => ask(context, upstreams, intent, operation),
  };
}

async function ask(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: CheckedIntent<Utxo, 'stake'>,
  operation: Operation,
): Promise<Scene<Utxo, 'stake'>> {
  const { senderAddress: sender, senderPubKey: key } = intent.parsed;
  const { data, wishes } = intent;
  if (wishes.registers === undefined && data.sourceValidatorAddress !== undefined) {
    const field = 'transaction.data.sourceValidatorAddress';
    return refusing(problem('stake.immovable', { chain: context.identity.name }, field));
  }
  if (sender.kind !== 'address') return refusing(notOneAddress(data.senderAddress));
  if (key === undefined) return refusing(keyRequired(data.senderAddress));
  const checked = { ...intent, sender, key };
  return wishes.registers === undefined
    ? askStake(context, upstreams, checked, operation)
    : askRegistration(context, upstreams, checked, wishes.registers, operation);
}

/**
 * Reads what a stake takes: the staking transaction, and all documents that Babylon wants before it is sent. Two rounds of requests. Babylon's
 * parameters come first, as the script that is paid depends on them.
 */
async function askStake(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: StakeIntent,
  operation: Operation,
): Promise<Scene<Utxo, 'stake'>> {
  const { data, parsed, sender, key, amount: wanted, wishes } = intent;
  const [current, provider, popMessage] = await Promise.all([
    readCurrentParameters(context, operation),
    readProvider(parsed.targetValidatorAddress, operation),
    readPopMessage(context, wishes.babylonAddress, operation),
  ]);
  const providerErrors = providerProblems(context, data.targetValidatorAddress, provider);
  if (!current.ok) return refusing(current.problem, ...providerErrors);
  const { parameters } = current;
  const written = writeTerms(parameters, readStakingTime(wishes.stakingTime, parameters));
  const terms = termsOf(stakerOf(key), [parsed.targetValidatorAddress], written);
  const problems = [
    ...providerErrors,
    ...unclear(termsProblem(terms)),
    ...(typeof wanted === 'bigint' ? amountProblems(context, wanted, parameters) : []),
  ];
  if (problems.length > 0) return refusing(...problems);

  const { script } = stakingOutput(terms);
  const request = {
    ...{ account: sender, text: data.senderAddress, key, allowLegacy: false, sequence: finalSequence },
    ...{ script, value: wanted ?? 0n, wishes },
  };
  const fund = await askPayment(context, upstreams, request, operation);
  return sceneOf(context, intent, { parameters, written, popMessage, fund });
}

/** What a stake is decided from. */
interface Found {
  readonly parameters: StakingParameters;
  readonly written: TermsParams;
  readonly popMessage: string | undefined;
  readonly fund: Fund;
}

function sceneOf(context: UtxoContext, intent: StakeIntent, found: Found): Scene<Utxo, 'stake'> {
  return { decide: () => decide(context, intent, found) };
}

function decide(context: UtxoContext, intent: StakeIntent, found: Found): Decision<Utxo, 'stake'> {
  const { amount: wanted, wishes } = intent;
  const { parameters, written, popMessage, fund } = found;
  const all = fund(wanted ?? 0n);
  const isCapped = wanted === 'max' && all.ok !== false && all.value > parameters.maxValue;
  const funding = isCapped ? fund(parameters.maxValue) : all;
  const { warnings } = funding;
  if (!funding.ok) return { computed: {}, errors: funding.errors, warnings };

  const { value, fees, usualFees } = funding;
  const computed = { amount: value.toString(), fees: fees.toString() };
  const errors = amountProblems(context, value, parameters);
  if (errors.length > 0) return { computed, errors, warnings };
  if (funding.ok === 'unproven') {
    const prove = async (operation: Operation) =>
      sceneOf(context, intent, { ...found, fund: await funding.prove(operation) });
    return { computed, errors: [], warnings, usualFees, prove };
  }
  const params: StakeParams = {
    ...writeStakeParams(funding.params, written, parameters),
    ...(wishes.postStaking ? { postStaking: true } : {}),
    ...(popMessage === undefined ? {} : { popMessage }),
  };
  const chain = chainNames[context.chain.babylon?.chainId ?? 'babylon'];
  const left = isCapped ? all.value + all.fees - value - fees : 0n;
  const reason = 'one stake takes no more';
  return {
    computed: { ...computed, params },
    errors: [],
    usualFees,
    warnings: [
      ...warnings,
      ...(isCapped ? [problem('coins.left', { left: nativeAmount(context, left), reason }, amountField)] : []),
      ...(wishes.postStaking ? [problem('stake.proofNeeded', { chain })] : []),
    ],
  };
}
