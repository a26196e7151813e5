import { type CheckedIntent, formatAmount, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AptosContext } from '../context.ts';
import { type Holding, isPossible, leastPart, minimumStake } from '../staking/rules.ts';
import { readStakeId, type StakePart } from '../staking/stake-id.ts';
import type { Aptos } from '../types.ts';
import type { Answers } from '../upstream/ask.ts';
import {
  delegatorStake,
  lockupEnd,
  type PoolState,
  paysUnlocking,
  poolExists,
  poolState,
} from '../upstream/queries/pools.ts';
import { readVmStatus, transactionFails } from './vm-status.ts';

// What the modes of delegation pools have in common.

/** Fields of intents, for problems. */
export const fields = {
  amount: 'transaction.data.amount',
  source: 'transaction.data.sourceValidatorAddress',
  stakeId: 'transaction.data.stakeId',
  target: 'transaction.data.targetValidatorAddress',
  validator: 'transaction.data.validatorAddress',
} as const;

/** Questions about a pool, and what the sender has there. */
export function poolQuestions(pool: Address, sender: Address) {
  return {
    poolExists: poolExists(pool),
    holding: delegatorStake(pool, sender),
    poolState: poolState(pool),
    lockupEnd: lockupEnd(pool),
    paysUnlocking: paysUnlocking(pool),
  };
}

export type PoolAnswers = Answers<ReturnType<typeof poolQuestions>>;

/** A pool, and what the sender has there. */
export interface PoolFacts {
  readonly holding: Holding;
  readonly state: PoolState;
  /** Seconds since 1970. */
  readonly lockedUntil: bigint;
  /** Whether stake that is being unlocked can be withdrawn. */
  readonly paysUnlocking: boolean;
}

/** Reads what is known of a pool. Answers why nothing can be done with it. */
export function readPool(
  context: Pick<AptosContext, 'identity'>,
  { pool, field }: { readonly pool: Address; readonly field: string },
  answers: PoolAnswers,
): PoolFacts | { readonly error: Problem } {
  if (!answers.poolExists) return { error: noPool(context, pool, field) };
  const { holding, poolState: state, lockupEnd: lockedUntil, paysUnlocking: pays } = answers;
  if (holding === undefined || state === undefined || lockedUntil === undefined || pays === undefined)
    return { error: unreadable };
  return { holding, state, lockedUntil, paysUnlocking: pays };
}

export const unreadable: Problem = problem('stake.parametersUnclear', {
  reason: 'the delegation pool answers in another way than expected',
});

function noPool({ identity }: Pick<AptosContext, 'identity'>, pool: Address, field: string): Problem {
  return problem('validator.notFound', { validator: pool, chain: identity.name }, field);
}

/** There is no such position. */
export function noPosition(reason: string, field: string = fields.validator): Problem {
  return problem('position.notFound', { reason }, field);
}

export function locked(reason: string, field: string): Problem {
  return problem('position.locked', { reason }, field);
}

/** More than the position has. */
export function tooMuch(context: Pick<AptosContext, 'identity'>, available: bigint, needed: bigint): Problem {
  const numbers = { available: nativeAmount(context, available), needed: nativeAmount(context, needed) };
  return problem('position.insufficient', numbers, fields.amount);
}

type Named = Pick<CheckedIntent<Aptos, 'unstake'> | CheckedIntent<Aptos, 'withdraw'>, 'data' | 'parsed'>;

/** The part of a position that `stakeId` names. Undefined if there is no such text. */
export function namedPart({
  data: { stakeId },
  parsed: { validatorAddress },
}: Named): StakePart | undefined | { readonly error: Problem } {
  if (stakeId === undefined) return undefined;
  const named = readStakeId(stakeId);
  if (named === undefined) return { error: noPosition('stakeId names none', fields.stakeId) };
  if (named.pool === validatorAddress) return named.part;
  return { error: noPosition('stakeId is of another pool than validatorAddress', fields.stakeId) };
}

/** When stake that is unlocking can be withdrawn, for people. @param lockedUntil - Seconds since 1970. */
export function dateOf(lockedUntil: bigint): string {
  return isoTime(Number(lockedUntil > lastTime ? lastTime : lockedUntil) * 1_000);
}

/** The end of the year 9999: later times are not dates in JavaScript. */
const lastTime = 253_402_300_799n;

/** What a pool moved in the simulation, and what it may move by its rules. In octas. */
interface Moved {
  readonly asked: bigint;
  /** Undefined if the pool did nothing. */
  readonly moved: bigint | undefined;
  readonly possible: readonly bigint[];
}

/** What the sender must know of the amount that is really moved: the chain changes it without a word. */
export function movedNews(
  context: Pick<AptosContext, 'identity'>,
  { asked, moved, possible }: Moved,
): { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  if (moved === undefined) {
    const reason = 'the delegation pool would do nothing, and the fee would be lost';
    return { errors: [problem('transaction.fails', { reason }, 'transaction.data')], warnings: [] };
  }
  const native = (amount: bigint) => nativeAmount(context, amount);
  if (!isPossible(moved, possible)) {
    const expected = possible.map((each) => inWords(context, each)).join(' or ');
    const reason = `it would move ${inWords(context, moved)}, and by its rules ${expected}`;
    return { errors: [contradiction(reason)], warnings: [] };
  }
  if (moved === asked) return { errors: [], warnings: [] };
  const reason = isPossible(moved, [asked])
    ? 'the pool counts in shares, which are rounded'
    : `a pool keeps at least ${inWords(context, minimumStake)} of an account at stake, or nothing, and the same of what is being unlocked`;
  return {
    errors: [],
    warnings: [problem('position.adjusted', { moved: native(moved), asked: native(asked), reason }, fields.amount)],
  };
}

/** An amount within a sentence. @param octas - The amount. */
export function inWords({ identity }: Pick<AptosContext, 'identity'>, octas: bigint): string {
  return `${formatAmount(octas, identity.decimals)} ${identity.ticker}`;
}

/** The simulation and the rules do not agree. Nothing is encoded then. */
export function contradiction(reason: string): Problem {
  return problem('stake.parametersUnclear', {
    reason: `the answers about the delegation pool do not agree: ${reason}`,
  });
}

/** A pool that may refuse a call. */
interface Refusing {
  readonly pool: Address;
  /** The field that names it. */
  readonly field: string;
  /** The least that can be staked, in octas. Undefined if no coins are staked. */
  readonly least?: bigint;
}

/** What it means that a pool refuses a call, by the names of its errors (delegation_pool.move and stake.move). */
export function failureOf(
  context: Pick<AptosContext, 'identity'>,
  { pool, field, least }: Refusing,
): (status: string) => Problem {
  const inactive = (reason: string) => problem('validator.inactive', { validator: pool, reason }, field);
  const part = problem('position.partTooLow', { minimum: nativeAmount(context, leastPart) }, fields.amount);
  return (status) => {
    switch (readVmStatus(status).name) {
      case 'EDELEGATOR_ACTIVE_BALANCE_TOO_LOW':
        return least === undefined
          ? part
          : problem('stake.belowMinimum', { minimum: nativeAmount(context, least) }, fields.amount);
      case 'EDELEGATOR_PENDING_INACTIVE_BALANCE_TOO_LOW':
        return part;
      case 'EDELEGATOR_NOT_ALLOWLISTED':
        return inactive(notListed);
      case 'ESTAKE_EXCEEDS_MAX':
        return inactive('with this it would hold more than the chain allows');
      case 'EVOTING_POWER_INCREASE_EXCEEDS_LIMIT':
        return inactive(
          'the chain lets the stake of all validators grow by a part in each epoch only. Try again in about two hours, or with less',
        );
      case 'ENOT_ENOUGH_ACTIVE_STAKE_TO_UNLOCK':
        return locked(joinsLater, field);
      case 'EDELEGATION_POOL_DOES_NOT_EXIST':
        return noPool(context, pool, field);
      default:
        return transactionFails(status);
    }
  };
}

export const notListed = 'it takes stakes only from accounts on its list, and the sender is not on it';

export const joinsLater =
  'so much of the stake of the pool takes part from the next epoch on only, and can be unstaked then, in about two hours';
