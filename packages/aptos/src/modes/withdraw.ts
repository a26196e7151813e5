import type { CheckedIntent, ModeVerbs, Problem } from '@isochain/core';
import { poolCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import { poolEvent } from '../staking/pool-events.ts';
import { withdrawable, withdrawableInCycle } from '../staking/rules.ts';
import type { Aptos } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import {
  dateOf,
  failureOf,
  fields,
  locked,
  movedNews,
  namedPart,
  noPosition,
  type PoolFacts,
  poolQuestions,
  readPool,
  tooMuch,
} from './staking.ts';

type Intent = CheckedIntent<Aptos, 'withdraw'>;

/** Takes unlocked stake back into the balance. Without an amount, all of it. */
export function withdraw(context: AptosContext): ModeVerbs<Aptos, 'withdraw'> {
  return {
    wishes: wishesOf.withdraw,
    honours,
    ask(intent, operation) {
      const { senderAddress: sender, validatorAddress: pool } = intent.parsed;
      const questions = poolQuestions(pool, sender);
      const recipe = { questions, propose: (facts: Facts<typeof questions>) => propose(context, intent, facts) };
      return readScene(context, intent, recipe, operation);
    },
  };
}

function propose(
  context: AptosContext,
  intent: Intent,
  { answers, time }: Facts<ReturnType<typeof poolQuestions>>,
): Proposal<'withdraw'> {
  const { amount: wanted = 'max', parsed } = intent;
  const { senderAddress: delegator, validatorAddress: pool } = parsed;
  const facts = readPool(context, { pool, field: fields.validator }, answers);
  if ('error' in facts) return { errors: [facts.error] };
  const { inactive, pendingInactive } = facts.holding;
  // A pool keeps one withdrawal for an account: it is of an ended cycle, or of the current one.
  const isEnded = inactive > 0n;
  const available = isEnded ? inactive : facts.paysUnlocking ? pendingInactive : 0n;
  const refusal = refusalOf(intent, facts, { available, time });
  if (refusal !== undefined) return { errors: [refusal] };
  const amount = wanted === 'max' ? available : wanted;
  if (amount > available) return { errors: [tooMuch(context, available, amount)], amount };
  const possible = (isEnded ? withdrawable : withdrawableInCycle)({ source: available, amount });
  return {
    amount,
    isPool: true,
    call: poolCall('withdraw', pool, amount),
    fails: failureOf(context, { pool, field: fields.validator }),
    settle({ simulated: { events } }) {
      const moved = poolEvent(events, 'WithdrawStake', { pool, delegator })?.amount_withdrawn;
      return { amount, spent: 0n, ...movedNews(context, { asked: amount, moved, possible }) };
    },
  };
}

/** Why there is nothing to withdraw. The pool itself would do nothing then, and the fee would be lost. */
function refusalOf(
  intent: Intent,
  { holding: { active, pendingInactive }, lockedUntil }: PoolFacts,
  { available, time }: { readonly available: bigint; readonly time: bigint },
): Problem | undefined {
  const part = namedPart(intent);
  if (typeof part === 'object') return part.error;
  const field = part === undefined ? fields.validator : fields.stakeId;
  if (part === 'active') return locked(notUnstaked, field);
  if (available > 0n) return undefined;
  if (pendingInactive > 0n)
    return locked(
      lockedUntil > time
        ? `it can be withdrawn from about ${dateOf(lockedUntil)} on`
        : 'its lockup is over, and it can be withdrawn when the present epoch ends, in about two hours at most',
      field,
    );
  if (active > 0n) return locked(notUnstaked, field);
  return noPosition('the account has nothing to withdraw from the pool', field);
}

const notUnstaked = 'it was not unstaked: unstake it first';
