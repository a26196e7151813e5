import { type CheckedIntent, type ModeVerbs, problem } from '@isochain/core';
import { claimCall } from '../bytes/staking-calls.ts';
import type { StarknetContext } from '../context.ts';
import type { Starknet } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { fields, type Named, nameStake, readStake, refusal, rewardWarnings, stakeQuestions } from './staking.ts';

type Intent = CheckedIntent<Starknet, 'claimRewards'>;

/** Claims what a validator owes the account. It goes to the reward address of the account's stake there. */
export function claimRewards(context: StarknetContext): ModeVerbs<Starknet, 'claimRewards'> {
  return {
    wishes: wishesOf.claimRewards,
    honours,
    async ask(intent, operation) {
      const { senderAddress, validatorAddress } = intent.parsed;
      const named = await nameStake(context, validatorAddress, intent.data.stakeId, operation);
      if ('problem' in named) return refusal(named.problem);
      const questions = stakeQuestions(context, named.found, senderAddress);
      const recipe = {
        questions,
        propose: (facts: Facts<typeof questions>) => propose(context, intent, named, facts),
      };
      return readScene(context, intent, recipe, operation);
    },
  };
}

function propose(
  context: StarknetContext,
  { data: { compound }, parsed: { senderAddress } }: Intent,
  named: Named,
  { answers }: Facts<ReturnType<typeof stakeQuestions>>,
): Proposal<'claimRewards'> {
  const refusals = compound === true ? [compounding] : [];
  const stake = readStake(context, named, answers);
  if ('errors' in stake) return { errors: [...refusals, ...stake.errors] };
  const { member } = stake;
  const { field, found } = named;
  const warnings = [...named.warnings, ...rewardWarnings(member, senderAddress, field)];
  // The contract pays nothing without an error, and the fee is charged.
  if (member.rewards === 0n)
    refusals.push(problem('rewards.none', { validator: found.staker, what: 'to claim' }, field));
  if (refusals.length > 0) return { errors: refusals, warnings };
  return {
    warnings,
    calls: [claimCall(found.pool, senderAddress)],
    settle: () => ({ spent: 0n, params: { pool: found.pool } }),
  };
}

const compounding = problem(
  'rewards.notAtOnce',
  { reason: 'how much a claim pays is known only when it is carried out, and a stake has to name its amount before' },
  fields.compound,
);
