import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { poolCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import { poolEvent } from '../staking/pool-events.ts';
import { type Holding, isPossible, movable } from '../staking/rules.ts';
import type { Aptos } from '../types.ts';
import { activeStake } from '../upstream/queries/pools.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import {
  contradiction,
  dateOf,
  failureOf,
  fields,
  inWords,
  joinsLater,
  locked,
  movedNews,
  namedPart,
  noPosition,
  type PoolFacts,
  poolQuestions,
  readPool,
  tooMuch,
  unreadable,
} from './staking.ts';

type Intent = CheckedIntent<Aptos, 'unstake'>;

/** Asks for a stake back. It earns on, and can be withdrawn when the lockup of the pool ends. */
export function unstake(context: AptosContext): ModeVerbs<Aptos, 'unstake'> {
  return {
    wishes: wishesOf.unstake,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        { questions: questionsOf(intent), propose: (facts) => propose(context, intent, facts) },
        operation,
      ),
  };
}

function questionsOf({ parsed: { senderAddress: sender, validatorAddress: pool } }: Intent) {
  return { ...poolQuestions(pool, sender), activeStake: activeStake(pool) };
}

function propose(
  context: AptosContext,
  intent: Intent,
  { answers, time }: Facts<ReturnType<typeof questionsOf>>,
): Proposal<'unstake'> {
  const { amount: wanted = 0n, parsed } = intent;
  const { senderAddress: delegator, validatorAddress: pool } = parsed;
  const facts = readPool(context, { pool, field: fields.validator }, answers);
  const staked = answers.activeStake;
  if ('error' in facts || staked === undefined) return { errors: ['error' in facts ? facts.error : unreadable] };
  const { holding } = facts;
  const refusal = refusalOf(intent, holding);
  if (refusal !== undefined) return { errors: [refusal] };
  const { active, pendingInactive } = holding;
  const amount = wanted === 'max' ? active : wanted;
  const possible = movable({ source: active, target: pendingInactive, amount });
  const errors = [
    ...(amount > active ? [tooMuch(context, active, amount)] : []),
    // What joined in this epoch cannot be unlocked, and the pool refuses or would count wrong.
    ...(amount <= active && possible.every((each) => each > staked) ? [locked(joinsLater, fields.validator)] : []),
  ];
  if (errors.length > 0) return { errors, amount };
  return {
    amount,
    isPool: true,
    call: poolCall('unlock', pool, amount),
    fails: failureOf(context, { pool, field: fields.validator }),
    settle({ simulated: { events } }) {
      const moved = poolEvent(events, 'UnlockStake', { pool, delegator })?.amount_unlocked;
      const news = movedNews(context, { asked: amount, moved, possible });
      const due = dueNews(context, holding, poolEvent(events, 'WithdrawStake', { pool, delegator }));
      const warnings = [...news.warnings, comesBack(context, facts, moved ?? 0n, time), ...due.warnings];
      return { amount, spent: 0n, errors: [...news.errors, ...due.errors], warnings };
    },
  };
}

/** Why there is nothing to unstake. */
function refusalOf(intent: Intent, { active, inactive, pendingInactive }: Holding): Problem | undefined {
  const part = namedPart(intent);
  if (typeof part === 'object') return part.error;
  const field = part === undefined ? fields.validator : fields.stakeId;
  if (part === 'pending_inactive') return problem('position.unlocking', {}, field);
  if (part === 'inactive') return problem('position.notStaked', {}, field);
  if (active > 0n) return undefined;
  if (pendingInactive > 0n) return problem('position.unlocking', {}, field);
  if (inactive > 0n) return problem('position.notStaked', {}, field);
  return noPosition('the account has nothing at stake with the pool', field);
}

/** What is unlocking already comes back at the same time. */
function comesBack(context: AptosContext, { holding, lockedUntil }: PoolFacts, moved: bigint, time: bigint): Problem {
  const date = dateOf(lockedUntil > time ? lockedUntil : time);
  const amount = nativeAmount(context, holding.pendingInactive + moved);
  return problem('position.comesBack', { amount, date }, fields.amount);
}

/** A pool keeps one withdrawal for an account. What can be withdrawn already is paid out by the next unlock. */
function dueNews(
  context: AptosContext,
  { inactive }: Holding,
  withdrawn: { readonly amount_withdrawn: bigint } | undefined,
): { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  const paid = withdrawn?.amount_withdrawn ?? 0n;
  const native = (amount: bigint) => nativeAmount(context, amount);
  if (!isPossible(paid, [inactive, inactive === 0n ? 0n : inactive + 1n])) {
    const reason = `it would pay out ${inWords(context, paid)} that were unstaked before, and by its rules ${inWords(context, inactive)}`;
    return { errors: [contradiction(reason)], warnings: [] };
  }
  return {
    errors: [],
    warnings: paid === 0n ? [] : [problem('position.paysDue', { amount: native(paid) }, fields.amount)],
  };
}
