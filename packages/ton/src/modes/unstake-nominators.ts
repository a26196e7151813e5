import { type CheckedIntent, nativeAmount, type Problem, problem } from '@isochain/core';
import type { TonContext } from '../context.ts';
import type { NominatorPool, NominatorStake } from '../pools/nominator-pool.ts';
import type { Ton } from '../types.ts';
import type { Recipe } from './completion.ts';
import { payoutProblems, proposeRequest } from './nominator-withdrawal.ts';
import { fields } from './pools.ts';

type Intent = CheckedIntent<Ton, 'unstake'>;

/** Ends a stake with a nominator pool: always all of it. */
export function nominatorUnstakeRecipe(
  context: TonContext,
  { parsed, data, amount }: Intent,
): Recipe<'unstake', Record<never, never>> {
  const { validatorAddress, senderAddress } = parsed;
  const request = {
    mode: 'unstake' as const,
    pool: validatorAddress.address,
    sender: senderAddress.address,
    memo: data.memo,
    stakeId: data.stakeId,
    problemsOf: (pool: NominatorPool, stake: NominatorStake, whole: bigint) =>
      stakeProblems(context, amount, pool, stake, whole),
  };
  return {
    accounts: [validatorAddress.address],
    questions: {},
    propose: (facts) => proposeRequest(context, request, facts),
  };
}

function stakeProblems(
  context: TonContext,
  wanted: Intent['amount'],
  pool: NominatorPool,
  { isLeaving }: NominatorStake,
  whole: bigint,
): Problem[] {
  // After the round, a request that was made before is carried out by asking again.
  if (isLeaving) return [problem(pool.isInRound ? 'position.unlocking' : 'position.notStaked', {}, fields.pool)];
  if (typeof wanted === 'bigint' && wanted > whole) {
    const numbers = { available: nativeAmount(context, whole), needed: nativeAmount(context, wanted) };
    return [problem('position.insufficient', numbers, fields.amount)];
  }
  if (typeof wanted === 'bigint' && wanted < whole) {
    return [problem('position.indivisible', { whole: nativeAmount(context, whole) }, fields.amount)];
  }
  return payoutProblems(pool, whole);
}
