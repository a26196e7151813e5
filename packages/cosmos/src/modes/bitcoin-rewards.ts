import { type CheckedIntent, type Problem, problem } from '@isochain/core';
import type { Stakeholder } from '../address/stakeholder.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import { owedBy, rewardGaugesOf } from '../upstream/queries/babylon.ts';
import { bitcoinRewardsAddress } from '../upstream/queries/position.ts';
import type { Facts, Proposal, Recipe } from './completion.ts';
import { elsewhereWarnings } from './paid-rewards.ts';
import { nothingEarned } from './simulation-problem.ts';

type Intent = CheckedIntent<Cosmos, 'claimRewards'>;

const fields = {
  compound: 'transaction.data.compound',
  validator: 'transaction.data.validatorAddress',
} as const;

/** Whose rewards a claim pays: that of a staker pays those of costaking too (babylonlabs-io/babylon x/incentive/keeper/msg_server.go: WithdrawReward). */
const paid: Readonly<Record<Stakeholder, readonly Stakeholder[]>> = {
  btc_staker: ['btc_staker', 'costaker'],
  costaker: ['costaker'],
  finality_provider: ['finality_provider'],
};

function questionsOf(context: CosmosContext, { parsed: { senderAddress: sender } }: Intent) {
  return { gauges: rewardGaugesOf(sender), receiver: bitcoinRewardsAddress(context, sender) };
}

type Questions = ReturnType<typeof questionsOf>;

/** Claims what the account has earned with stakes of Bitcoin, on chains that register them. */
export function bitcoinRewards(
  context: CosmosContext,
  intent: Intent,
  stakeholder: Stakeholder,
): Recipe<'claimRewards', Questions> {
  return {
    questions: questionsOf(context, intent),
    defaultGas: defaultGasOf(context.chain, 'claim'),
    propose: (facts) => propose(context, intent, stakeholder, facts),
  };
}

function propose(
  context: CosmosContext,
  { data, parsed: { senderAddress: sender } }: Intent,
  stakeholder: Stakeholder,
  { answers: { gauges, receiver } }: Facts<Questions>,
): Proposal<'claimRewards'> {
  const found = paid[stakeholder].flatMap((kind) => gauges.get(kind) ?? []);
  const refuse = (error: Problem): Proposal<'claimRewards'> => ({ spent: 0n, errors: [error] });
  if (data.compound === true) {
    const reason = 'no validator pays rewards of Bitcoin stakes, so there is none to stake them with';
    return refuse(problem('rewards.notAtOnce', { reason }, fields.compound));
  }
  if (found.length === 0)
    return refuse(
      problem('position.notFound', { reason: `the account has never earned as ${stakeholder}` }, fields.validator),
    );
  if (found.every((gauge) => owedBy(gauge).length === 0)) return refuse(nothingEarned(context, stakeholder));
  return {
    spent: 0n,
    warnings: elsewhereWarnings({ receiver }, sender),
  };
}
