import { type CheckedIntent, type ModeVerbs, nativeAmount, problem } from '@isochain/core';
import { exitIntentCall } from '../bytes/staking-calls.ts';
import type { StarknetContext } from '../context.ts';
import type { Starknet } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import {
  dateOf,
  fields,
  locked,
  type Named,
  nameStake,
  partProblems,
  pendingNews,
  readStake,
  refusal,
  type Stake,
  stakeQuestions,
} from './staking.ts';

type Intent = CheckedIntent<Starknet, 'unstake'>;

/** Asks for a stake back. It can be withdrawn when the wait of the staking contract is over. */
export function unstake(context: StarknetContext): ModeVerbs<Starknet, 'unstake'> {
  return {
    wishes: wishesOf.unstake,
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
  { amount: wanted = 0n }: Intent,
  named: Named,
  { answers, time }: Facts<ReturnType<typeof stakeQuestions>>,
): Proposal<'unstake'> {
  const stake = readStake(context, named, answers);
  if ('errors' in stake) return { errors: stake.errors };
  const { member, standing } = stake;
  const { field, found } = named;
  const pending = pendingNews(context, member, time, field);
  const errors = [...partProblems(context, member, wanted, field), ...pending.errors];
  // The contract takes no second intent then ("Undelegate from pool in progress").
  if (errors.length === 0 && standing.kind === 'removed' && member.unpoolTime !== undefined)
    errors.push(
      locked(
        `the validator has left, so that what is being unstaked has to be withdrawn first, from ${dateOf(member.unpoolTime)} on`,
        field,
      ),
    );
  const amount = wanted === 'max' ? member.amount : wanted;
  const warnings = [...named.warnings, ...pending.warnings];
  if (errors.length > 0) return { errors, warnings, amount };
  // The intent replaces the pending one. Without its amount, that would be at stake again.
  const intent = member.unpoolAmount + amount;
  const date = dateOf(freeAt(stake, time));
  warnings.push(problem('position.comesBack', { amount: nativeAmount(context, intent), date }, fields.amount));
  return {
    amount,
    warnings,
    calls: [exitIntentCall(found.pool, intent)],
    settle: () => ({ amount, spent: 0n, params: { pool: found.pool, waiting: member.unpoolAmount.toString() } }),
  };
}

/** When an intent of now can be withdrawn (compute_unpool_time of starkware-libs/starknet-staking, src/staking/objects.cairo). */
function freeAt({ rules, standing }: Stake, time: number): bigint {
  const now = BigInt(time);
  if (standing.kind === 'removed') return now;
  const leavesAt = standing.kind === 'listed' ? standing.leavesAt : undefined;
  if (leavesAt === undefined) return now + rules.exitWaitWindow;
  return leavesAt > now ? leavesAt : now;
}
