import { nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime, type Operation, type RpcOutcome } from '@isochain/core/upstream';
import { type Address, checkAddress } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { PoolOfStaker } from '../staking/pool-of-staker.ts';
import {
  guessPools,
  noPoolProblem,
  rememberPool,
  type Standing,
  standingOf,
  standingQuestions,
} from '../staking/pools.ts';
import { type Rules, ruleQuestions, rulesOf } from '../staking/rules.ts';
import { feltsOf, type Member, readMember, stakingCalls } from '../upstream/staking.ts';

// What modes have in common that change a stake that exists.

/** Fields of intents, for problems. */
export const fields = {
  amount: 'transaction.data.amount',
  compound: 'transaction.data.compound',
  source: 'transaction.data.sourceValidatorAddress',
  stakeId: 'transaction.data.stakeId',
  target: 'transaction.data.targetValidatorAddress',
  validator: 'transaction.data.validatorAddress',
} as const;

export const paused = 'the staking contract is paused';

/** A stake that an intent names, before anything of it is proven. */
export interface Named {
  /** The id that names it, and its field. */
  readonly id: Address;
  readonly field: string;
  readonly found: PoolOfStaker;
  readonly warnings: readonly Problem[];
}

/** Finds the pool of a stake. `stakeId` is the address of the pool, and counts more than the validator. */
export async function nameStake(
  context: StarknetContext,
  validator: Address,
  stakeId: string | undefined,
  operation: Operation,
): Promise<Named | { readonly problem: Problem }> {
  const read = stakeId === undefined ? undefined : checkAddress(stakeId);
  if (read?.ok === false) return { problem: noPosition('stakeId names none', fields.stakeId) };
  const id = read?.value ?? validator;
  const field = read === undefined ? fields.validator : fields.stakeId;
  const [found = { staker: id, pool: id }] = await guessPools(context, [id], operation);
  const isSame = [id, found.staker, found.pool].includes(validator);
  const other = problem('position.otherValidator', { validator: found.staker }, fields.validator);
  return { id, field, found, warnings: isSame ? [] : [other] };
}

/** Questions about a stake. */
export function stakeQuestions(context: StarknetContext, found: PoolOfStaker, sender: Address) {
  return {
    ...ruleQuestions(context),
    ...standingQuestions(context, found),
    member: stakingCalls.member(found.pool, sender),
  } as const;
}

export type StakeAnswers = { readonly [K in keyof ReturnType<typeof stakeQuestions>]: RpcOutcome<bigint[]> };

/** A stake of the sender. */
export interface Stake {
  readonly rules: Rules;
  readonly standing: Standing;
  readonly member: Member;
}

/** Reads a stake. Answers why there is none, or nothing can be done with it now. */
export function readStake(
  context: StarknetContext,
  { id, field, found }: Named,
  answers: StakeAnswers,
): Stake | { readonly errors: readonly Problem[] } {
  const rules = rulesOf(answers);
  if ('problem' in rules) return { errors: [rules.problem] };
  const standing = standingOf(context, found, answers);
  rememberPool(context, id, found, standing);
  const errors = rules.isPaused ? [problem('position.locked', { reason: paused }, field)] : [];
  const none = noPoolProblem(context, id, standing, field);
  if (none !== undefined) return { errors: [none, ...errors] };
  const member = memberOf(answers.member);
  if (member === 'unclear') return { errors: [unreadable, ...errors] };
  if (member === null) return { errors: [noPosition('the account has no stake with the validator', field), ...errors] };
  return errors.length > 0 ? { errors } : { rules, standing, member };
}

/** Null if the account never was a member of the pool. */
export function memberOf(outcome: RpcOutcome<bigint[]>): Member | null | 'unclear' {
  const read = readMember(feltsOf(outcome) ?? []);
  return read === undefined ? 'unclear' : read;
}

export const unreadable: Problem = problem('stake.parametersUnclear', {
  reason: 'the pool of the validator answers in another way than expected',
});

export function noPosition(reason: string, field: string): Problem {
  return problem('position.notFound', { reason }, field);
}

export function locked(reason: string, field: string): Problem {
  return problem('position.locked', { reason }, field);
}

/** @param time - Seconds since 1970. */
export function dateOf(time: bigint): string {
  // Later times are not dates in JavaScript.
  return isoTime(Number(time > lastTime ? lastTime : time) * 1000);
}

/** The end of the year 9999. */
const lastTime = 253_402_300_799n;

/** Whether what was unstaked can be withdrawn. Undefined if nothing is being unstaked. */
function isFree({ unpoolTime }: Member, time: number): boolean | undefined {
  return unpoolTime === undefined ? undefined : unpoolTime <= BigInt(time);
}

/**
 * Every intent to unstake replaces the one before it, and the wait starts again for all of it (exit_delegation_pool_intent). So what can be withdrawn already has
 * to be withdrawn first: it would be locked again.
 *
 * @returns The problem, and what to warn of.
 */
export function pendingNews(
  context: StarknetContext,
  member: Member,
  time: number,
  field: string,
): { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  const amount = nativeAmount(context, member.unpoolAmount);
  switch (isFree(member, time)) {
    case undefined:
      return { errors: [], warnings: [] };
    case true:
      return {
        errors: [
          locked(
            'what was unstaked before can be withdrawn now, and this would lock it again: withdraw it first',
            field,
          ),
        ],
        warnings: [],
      };
    case false:
      return { errors: [], warnings: [problem('position.waitsAgain', { amount }, fields.amount)] };
  }
}

/** Why an amount cannot be unstaked. Nothing of it is in a pending intent. */
export function partProblems(
  context: StarknetContext,
  { amount: staked, unpoolAmount }: Member,
  wanted: bigint | 'max',
  field: string,
): Problem[] {
  if (staked === 0n)
    return [
      unpoolAmount > 0n
        ? problem('position.unlocking', {}, field)
        : noPosition('the account has nothing at stake with the validator', field),
    ];
  if (wanted === 'max' || wanted <= staked) return [];
  const numbers = { available: nativeAmount(context, staked), needed: nativeAmount(context, wanted) };
  return [problem('position.insufficient', numbers, fields.amount)];
}

/** Rewards that go to another account. */
export function rewardWarnings({ rewardAddress }: Member, sender: Address, field: string): Problem[] {
  return rewardAddress === sender ? [] : [problem('rewards.elsewhere', { recipient: rewardAddress }, field)];
}

/** A scene of an intent that is refused before anything is asked. */
export function refusal(error: Problem): { decide(): Refused } {
  return { decide: () => ({ computed: {}, errors: [error], warnings: [] }) };
}

interface Refused {
  readonly computed: Record<never, never>;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}
