import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { exitActionCall } from '../bytes/staking-calls.ts';
import type { StarknetContext } from '../context.ts';
import type { Starknet } from '../types.ts';
import type { Member } from '../upstream/staking.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import {
  dateOf,
  fields,
  locked,
  type Named,
  nameStake,
  noPosition,
  readStake,
  refusal,
  stakeQuestions,
} from './staking.ts';

type Intent = CheckedIntent<Starknet, 'withdraw'>;

/** Takes back what was unstaked with a validator, all of it: the chain knows no part. */
export function withdraw(context: StarknetContext): ModeVerbs<Starknet, 'withdraw'> {
  return {
    wishes: wishesOf.withdraw,
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
  { amount: wanted, parsed: { senderAddress } }: Intent,
  named: Named,
  { answers, time }: Facts<ReturnType<typeof stakeQuestions>>,
): Proposal<'withdraw'> {
  const stake = readStake(context, named, answers);
  if ('errors' in stake) return { errors: stake.errors };
  const { member } = stake;
  const { pool } = named.found;
  const amount = member.unpoolAmount;
  const errors = waitProblems(member, time, named.field);
  if (typeof wanted === 'bigint' && wanted !== amount && member.unpoolTime !== undefined)
    errors.push(problem('position.indivisible', { whole: nativeAmount(context, amount) }, fields.amount));
  if (errors.length > 0) return { errors, warnings: named.warnings };
  return {
    amount,
    warnings: named.warnings,
    calls: [exitActionCall(pool, senderAddress)],
    settle: () => ({ amount, spent: 0n, params: { pool } }),
  };
}

/** The chain's time decides, and before it a withdrawal fails ("Intent window is not finished"). */
function waitProblems({ amount, unpoolTime }: Member, time: number, field: string): Problem[] {
  if (unpoolTime === undefined)
    return [
      amount > 0n
        ? locked('it was not unstaked: unstake it first', field)
        : noPosition('the account has nothing to withdraw from the validator', field),
    ];
  return unpoolTime <= BigInt(time) ? [] : [locked(`it can be withdrawn from ${dateOf(unpoolTime)} on`, field)];
}
