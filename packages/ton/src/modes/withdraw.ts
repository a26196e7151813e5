import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { TonContext } from '../context.ts';
import { isLiquid } from '../pools/liquid-pool.ts';
import type { NominatorPool, NominatorStake } from '../pools/nominator-pool.ts';
import type { Ton } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { readScene } from './completion.ts';
import { locked, payoutProblems, proposeRequest } from './nominator-withdrawal.ts';
import { fields } from './pools.ts';

type Intent = CheckedIntent<Ton, 'withdraw'>;

/** Takes an unstaked position out of a nominator pool once the round is over, if the validator did not have it paid yet. */
export function withdraw(context: TonContext): ModeVerbs<Ton, 'withdraw'> {
  return {
    wishes: wishesOf(context),
    honours,
    async ask(intent, operation) {
      const { validatorAddress, senderAddress } = intent.parsed;
      if (isLiquid(context, validatorAddress.address)) {
        const refused = { computed: {}, errors: [paidByItself], warnings: [] };
        return { decide: () => refused };
      }
      const request = {
        mode: 'withdraw' as const,
        pool: validatorAddress.address,
        sender: senderAddress.address,
        memo: intent.data.memo,
        stakeId: intent.data.stakeId,
        problemsOf: (pool: NominatorPool, stake: NominatorStake, whole: bigint) =>
          stakeProblems(context, intent.amount, pool, stake, whole),
      };
      const recipe = {
        accounts: [validatorAddress.address],
        questions: {},
        propose: (facts: Parameters<typeof proposeRequest>[2]) => proposeRequest(context, request, facts),
      };
      return readScene(context, intent, recipe, operation);
    },
  };
}

const paidByItself = locked(
  'pools of liquid staking pay by themselves, at once or when the round is over, so there is nothing to withdraw',
);

function stakeProblems(
  context: TonContext,
  wanted: Intent['amount'],
  pool: NominatorPool,
  { isLeaving }: NominatorStake,
  whole: bigint,
): Problem[] {
  if (!isLeaving) return [locked('it was not asked for yet: unstake it')];
  if (pool.isInRound) return [locked('it is at stake until the round of the pool is over')];
  if (typeof wanted === 'bigint' && wanted !== whole) {
    return [problem('position.indivisible', { whole: nativeAmount(context, whole) }, fields.amount)];
  }
  return payoutProblems(pool, whole);
}
