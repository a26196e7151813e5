import { chargesOf, inclusionProblem, isIncluded, makeInclusionProof, providerKey } from '@isochain/babylon';
import { type CheckedIntent, type Completion, catalogue, type Operation, type Problem, problem } from '@isochain/core';
import { parseAddress } from '../account/address.ts';
import type { UtxoContext } from '../chains.ts';
import type { Upstreams } from '../upstreams/choose.ts';
import { type Wishes, withoutWishes } from '../wishes.ts';
import { readInclusionTerms } from './current-parameters.ts';
import { keyRequired, notOneAddress } from './known-stake.ts';
import { readDelegation, readProvider } from './lcd.ts';
import { unconfirmedReason } from './locked-coin.ts';
import { readPopMessage } from './read-pop-message.ts';
import { readSentStake } from './sent-stake.ts';
import { documentsOf } from './stake-documents.ts';
import { type StakeParams, stakerOf } from './stake-params.ts';
import { amountProblems, providerProblems, writeStakeParams } from './stake-rules.ts';

const field = 'transaction.data.params.registers';

/**
 * Completes the registration of a stake that was sent before it was registered: its documents once more, by the parameters of the block that it is
 * in, and the proof that it is there. Without the proof Babylon would never activate it. Two rounds of requests: what is on Bitcoin, and what
 * Babylon says of its block.
 */
export async function completeRegistration(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: CheckedIntent<'stake'>,
  wishes: Wishes & { readonly registers: string },
  operation: Operation,
): Promise<Completion<'stake'>> {
  const { data, amount: wanted } = intent;
  const { senderAddress, senderPubKey } = data;
  const txid = wishes.registers;
  const echo = { ...withoutWishes(data), useMaxAmount: wanted === 'max' } as Completion<'stake'>['data'];
  const refused = (...errors: readonly Problem[]) => ({ data: echo, errors, warnings: [] });
  const notYet = (reason: string) => refused(problem('stake.unproven', { reason }, field));
  const never = (reason: string) => refused(problem('stake.unregistrable', { reason }, field));

  if (!parseAddress(context.network, senderAddress).ok) return refused(notOneAddress(senderAddress));
  const staker = stakerOf(senderPubKey);
  if (staker === undefined) return refused(keyRequired(senderAddress));

  const validator = providerKey(data.targetValidatorAddress);
  const [found, block, delegation, provider, popMessage] = await Promise.all([
    upstreams.transaction(txid, operation),
    upstreams.inclusion(txid, operation),
    readDelegation(txid, operation),
    readProvider(validator, operation),
    readPopMessage(context, data.params, operation),
  ]);
  if (delegation !== undefined) {
    const chain = catalogue[context.chain.babylon?.chainId ?? 'babylon'].name;
    return refused(problem('stake.registered', { chain, status: delegation.status }, field));
  }
  const height = found?.transaction.height;
  if (found === undefined || height === undefined) return notYet(unconfirmedReason(txid, found));
  if (block === undefined) return notYet('no upstream that is configured proves that it is in a block');
  const inclusionProof = makeInclusionProof(block, height);
  if (!isIncluded(txid, inclusionProof)) return never('Babylon takes no proof of the first transaction of a block');

  const terms = await readInclusionTerms(context, { blockHash: block.blockHash, height }, operation);
  const providerErrors = providerProblems(context, data.targetValidatorAddress, provider);
  if (!terms.ok) return refused(terms.problem, ...providerErrors);
  const { parameters, at } = terms;
  const claim = { senderAddress, senderPubKey, staker, validator, amount: wanted };
  const stake = readSentStake(context, claim, found.transaction, parameters, wishes);
  if ('reason' in stake) return never(stake.reason);
  const { value, fees, written, payment, plan } = stake;
  const { stakingTime, unbondingTime } = written;
  const obstacle = inclusionProblem(at, { height, stakingTime, unbondingTime });
  const code = obstacle?.isFinal ? 'stake.unregistrable' : 'stake.unproven';
  const errors = [
    ...(obstacle === undefined ? [] : [problem(code, { reason: obstacle.reason }, field)]),
    ...providerErrors,
    ...amountProblems(context, value, parameters),
  ];
  const known = { ...echo, amount: value.toString(), fees: fees.toString() };
  if (errors.length > 0) return { data: known, errors, warnings: [] };
  const params: StakeParams = {
    ...writeStakeParams(payment, written, documentsOf(plan, stake.terms, chargesOf(parameters)), parameters),
    // It was sent, so a second broadcast needs no registration.
    ...{ postStaking: true, inclusionProof },
    ...(popMessage === undefined ? {} : { popMessage }),
  };
  return { data: { ...known, params }, errors: [], warnings: [] };
}
