import { inclusionProblem, isIncluded, makeInclusionProof } from '@isochain/babylon';
import { chainNames, type Decision, problem, type Scene } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { StakeParams } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import type { Utxo } from '../types.ts';
import { type InclusionTerms, readInclusionTerms } from '../upstream/babylon/current-parameters.ts';
import { readDelegation, readProvider } from '../upstream/babylon/lcd.ts';
import { readPopMessage } from '../upstream/babylon/read-pop-message.ts';
import type { ChainTransaction } from '../upstream/backend.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { unconfirmedReason } from './locked-coin.ts';
import { refusing } from './refusing.ts';
import { readSentStake } from './sent-stake.ts';
import { amountProblems, providerProblems, type StakeIntent, writeStakeParams } from './stake-rules.ts';

const field = 'transaction.data.params.registers';

/** What a registration is decided from. */
interface Found extends InclusionTerms {
  /** Of the block that the stake is in. */
  readonly height: number;
  readonly transaction: ChainTransaction;
  readonly inclusionProof: ReturnType<typeof makeInclusionProof>;
  readonly provider: Awaited<ReturnType<typeof readProvider>>;
  readonly popMessage: string | undefined;
}

/**
 * Reads what the registration of a stake takes that was sent first. Its documents are made once more, with the parameters of its block, and a proof
 * shows that it is in the block. Without the proof Babylon would never activate it. Two rounds of requests: one to Bitcoin, one to Babylon about the
 * block.
 *
 * @param txid - Of the stake.
 */
export async function askRegistration(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: StakeIntent,
  txid: string,
  operation: Operation,
): Promise<Scene<Utxo, 'stake'>> {
  const { data, parsed, wishes } = intent;
  const [found, block, delegation, provider, popMessage] = await Promise.all([
    upstreams.transaction(txid, operation),
    upstreams.inclusion(txid, operation),
    readDelegation(txid, operation),
    readProvider(parsed.targetValidatorAddress, operation),
    readPopMessage(context, wishes.babylonAddress, operation),
  ]);
  const notYet = (reason: string) => refusing<'stake'>(problem('stake.unproven', { reason }, field));
  if (delegation !== undefined) {
    const chain = chainNames[context.chain.babylon?.chainId ?? 'babylon'];
    return refusing(problem('stake.registered', { chain, status: delegation.status }, field));
  }
  const height = found?.transaction.height;
  if (found === undefined || height === undefined) return notYet(unconfirmedReason(txid, found));
  if (block === undefined) return notYet('no upstream that is configured proves that it is in a block');
  const inclusionProof = makeInclusionProof(block, height);
  if (!isIncluded(txid, inclusionProof)) return never('Babylon takes no proof of the first transaction of a block');

  const terms = await readInclusionTerms(context, { blockHash: block.blockHash, height }, operation);
  if (!terms.ok) return refusing(terms.problem, ...providerProblems(context, data.targetValidatorAddress, provider));
  const { transaction } = found;
  return {
    decide: () => decide(context, intent, { ...terms, height, transaction, inclusionProof, provider, popMessage }),
  };
}

function decide(context: UtxoContext, intent: StakeIntent, found: Found): Decision<Utxo, 'stake'> {
  const { parameters, at, height, transaction, inclusionProof, provider, popMessage } = found;
  const stake = readSentStake(context, intent, transaction, parameters);
  if ('reason' in stake) return never(stake.reason).decide();
  const { value, fees, written, payment } = stake;
  const { stakingTime, unbondingTime } = written;
  const obstacle = inclusionProblem(at, { height, stakingTime, unbondingTime });
  const code = obstacle?.isFinal ? 'stake.unregistrable' : 'stake.unproven';
  const errors = [
    ...(obstacle === undefined ? [] : [problem(code, { reason: obstacle.reason }, field)]),
    ...providerProblems(context, intent.data.targetValidatorAddress, provider),
    ...amountProblems(context, value, parameters),
  ];
  const computed = { amount: value.toString(), fees: fees.toString() };
  if (errors.length > 0) return { computed, errors, warnings: [] };
  const params: StakeParams = {
    ...writeStakeParams(payment, written, parameters),
    // It was sent, so a second broadcast needs no registration.
    ...{ postStaking: true, inclusionProof },
    ...(popMessage === undefined ? {} : { popMessage }),
  };
  return { computed: { ...computed, params }, errors: [], warnings: [] };
}

function never(reason: string): Scene<Utxo, 'stake'> {
  return refusing(problem('stake.unregistrable', { reason }, field));
}
