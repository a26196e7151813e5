import type { Problem } from '@isochain/core';
import { problem } from '@isochain/core';
import { ask, type Operation, type RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { strk } from '../tokens/native.ts';
import { errorCode } from '../upstream/calls.ts';
import { askSecond } from '../upstream/second-node.ts';
import {
  feltsOf,
  type ListedPool,
  readPoolParameters,
  readStaker,
  readStakerPools,
  type Staker,
  type StakerPools,
  stakingCalls,
} from '../upstream/staking.ts';
import type { PoolOfStaker } from './pool-of-staker.ts';

// Which pool a validator means. An approval goes to it, so only the staking contract is believed: a pool is what it lists for a staker, with STRK as its token.
// A contract that only says so itself could take what is approved.

/**
 * Finds the contracts that ids of validators mean. What was proven lately needs no round trip. The answer is a guess: `standingOf` proves it, with answers of
 * the batch that everything else is decided from. A second node is asked at the same time which pools a staker has.
 *
 * @param ids - Stakers, or their pools.
 * @returns For each id its staker and pool. If there is no such validator, or it has no pool for STRK, the pool is the id itself.
 */
export async function guessPools(
  context: StarknetContext,
  ids: readonly Address[],
  operation: Operation,
): Promise<readonly PoolOfStaker[]> {
  const { poolMemory } = context;
  const { staking } = context.chain;
  const known = new Map(ids.map((id) => [id, poolMemory.get(id)]));
  const unknown = ids.filter((id) => known.get(id) === undefined);
  if (unknown.length > 0) {
    const questions = unknown.flatMap((id) => [
      [`pools ${id}`, stakingCalls.pools(staking, id)] as const,
      [`poolsBefore ${id}`, stakingCalls.poolsBefore(staking, id)] as const,
      [`itself ${id}`, stakingCalls.poolParameters(id)] as const,
    ]);
    const [answers, second] = await Promise.all([
      // The next batch asks for the time.
      ask(operation, Object.fromEntries(questions), { mayLag: true }),
      askSecond(context, Object.fromEntries(questions), operation),
    ]);
    for (const id of unknown) {
      const listed = listOf(answers[`pools ${id}`], answers[`poolsBefore ${id}`]);
      const itself = readPoolParameters(feltsOf(answers[`itself ${id}`]) ?? []);
      const guessed = guess(id, typeof listed === 'string' ? undefined : listed, itself?.staker);
      const other = second && listOf(second[`pools ${id}`], second[`poolsBefore ${id}`]);
      known.set(id, { ...guessed, elsewhere: listed === 'missing' ? undefined : contradiction(guessed, other) });
    }
  }
  return ids.map((id) => known.get(id) ?? { staker: id, pool: id });
}

function guess(id: Address, listed: StakerPools | undefined, named: Address | undefined): PoolOfStaker {
  if (listed !== undefined) return { staker: id, pool: listed.pools.find(isOfStrk)?.pool ?? id };
  return { staker: named ?? id, pool: id };
}

/** One node alone must not say which contract gets an approval. */
function contradiction(
  { pool }: PoolOfStaker,
  other: ReturnType<typeof listOf> | undefined,
): PoolOfStaker['elsewhere'] {
  if (other === undefined || other === 'unclear') return undefined;
  const theirs = other === 'missing' ? undefined : other.pools.find(isOfStrk)?.pool;
  return theirs === pool ? undefined : (theirs ?? 'none');
}

function isOfStrk({ token }: ListedPool): boolean {
  return token === strk;
}

/** The questions that `standingOf` reads. */
export function standingQuestions({ chain: { staking } }: StarknetContext, { staker, pool }: PoolOfStaker) {
  return {
    info: stakingCalls.staker(staking, staker),
    pools: stakingCalls.pools(staking, staker),
    poolsBefore: stakingCalls.poolsBefore(staking, staker),
    itself: stakingCalls.poolParameters(pool),
  } as const;
}

type StandingAnswers = {
  readonly [K in keyof ReturnType<typeof standingQuestions>]: RpcOutcome<bigint[]>;
};

/** What the staking contract says about a validator and its pool. */
export type Standing =
  | {
      readonly kind: 'listed';
      /** Undefined if the staker is not leaving. Seconds since 1970: when it can leave. */
      readonly leavesAt: bigint | undefined;
      /** In hundredths of a percent. */
      readonly commission: bigint;
    }
  /** The staker is gone, and the pool says that it was its own. That is enough to leave the pool: nothing is approved then. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'noPool' | 'otherToken' | 'unknown' | 'unclear' };

export function standingOf(
  { chain: { staking } }: StarknetContext,
  { staker, pool }: PoolOfStaker,
  { info, pools, poolsBefore, itself }: StandingAnswers,
): Standing {
  const listed = listOf(pools, poolsBefore);
  if (listed === 'unclear') return { kind: 'unclear' };
  if (listed === 'missing') {
    const own = readPoolParameters(feltsOf(itself) ?? []);
    const isOwn = own?.staker === staker && own.staking === staking && own.token === strk && own.isStakerRemoved;
    return { kind: isOwn ? 'removed' : 'unknown' };
  }
  const entry = listed.pools.find((each) => each.pool === pool);
  if (entry === undefined) return { kind: pool === staker ? 'noPool' : 'unknown' };
  if (!isOfStrk(entry)) return { kind: 'otherToken' };
  const facts = stakerOf(info);
  if (facts === 'unclear') return { kind: 'unclear' };
  return { kind: 'listed', leavesAt: facts?.unstakeTime, commission: listed.commission ?? 0n };
}

/** The pools of a staker, from the function of the present contract, or that of older ones. */
export function listOf(
  pools: RpcOutcome<bigint[]> | undefined,
  poolsBefore: RpcOutcome<bigint[]> | undefined,
): StakerPools | 'missing' | 'unclear' {
  const felts = feltsOf(pools) ?? feltsOf(poolsBefore);
  if (felts !== undefined) return readStakerPools(felts) ?? 'unclear';
  const isMissing = [pools, poolsBefore].some(
    (outcome) => outcome?.ok === false && outcome.error.code === errorCode.contractError,
  );
  return isMissing ? 'missing' : 'unclear';
}

/** Undefined if the contract does not have the function: then a simulation shows whether the staker leaves. */
export function stakerOf(outcome: RpcOutcome<bigint[]> | undefined): Staker | undefined | 'unclear' {
  const felts = feltsOf(outcome);
  if (felts === undefined) return undefined;
  return readStaker(felts) ?? 'unclear';
}

/** Remembers a pool that was proven, and forgets one that was not. The pool of a staker that is gone is not told any more, so it is kept for a while. */
export function rememberPool(
  { poolMemory }: StarknetContext,
  id: Address,
  found: PoolOfStaker,
  { kind }: Standing,
): void {
  if (kind !== 'removed') poolMemory.set(id, kind === 'listed' ? found : undefined);
}

/** The id names no pool with STRK. */
export function noPoolProblem(
  { identity }: StarknetContext,
  validator: Address,
  { kind }: Standing,
  field: string,
): Problem | undefined {
  switch (kind) {
    case 'listed':
    case 'removed':
      return undefined;
    case 'noPool':
      return problem('validator.inactive', { validator, reason: 'it has no pool for STRK' }, field);
    case 'otherToken':
      return problem('validator.inactive', { validator, reason: 'the pool is for another token than STRK' }, field);
    case 'unknown':
      return problem('validator.notFound', { validator, chain: identity.name }, field);
    case 'unclear':
      return problem('stake.parametersUnclear', {
        reason: 'the staking contract answers in another way than expected',
      });
  }
}
