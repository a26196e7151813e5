import { UpstreamError } from '@isochain/core';
import { ask, type FallibleCall, type Operation, type RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { strk } from '../tokens/native.ts';
import { errorCode } from '../upstream/calls.ts';
import {
  feltsOf,
  readEpoch,
  readStakers,
  type StakerPools,
  stakingCalls,
  type WeightedStaker,
} from '../upstream/staking.ts';
import { readOpenedPools } from '../upstream/staking-events.ts';
import type { PoolOfStaker } from './pool-of-staker.ts';
import { listOf } from './pools.ts';

/**
 * The stakers of the present epoch. Those that leave are not among them. Older contracts have no such function: then all stakers that ever opened a pool, without
 * an order.
 *
 * @throws UpstreamError if the contract answers in another way than expected.
 */
export async function readActiveStakers(
  context: StarknetContext,
  operation: Operation,
): Promise<readonly WeightedStaker[]> {
  const { staking } = context.chain;
  const { epoch } = await ask(operation, { epoch: stakingCalls.epoch(staking) }, { mayLag: true });
  const present = readEpoch(feltsOf(epoch) ?? []);
  if (present === undefined) return hasNone(epoch) ? readOpeners(context, operation) : fail(context);
  const { stakers } = await ask(operation, { stakers: stakingCalls.stakers(staking, present) });
  const read = readStakers(feltsOf(stakers) ?? []);
  if (read !== undefined) return read;
  return hasNone(stakers) ? readOpeners(context, operation) : fail(context);
}

/** The contract does not have the function. */
function hasNone(outcome: RpcOutcome<bigint[]>): boolean {
  return !outcome.ok && outcome.error.code === errorCode.entrypointNotFound;
}

async function readOpeners(context: StarknetContext, operation: Operation): Promise<readonly WeightedStaker[]> {
  const pools = (await openedPools(context, operation)) ?? fail(context);
  return pools.map(({ staker }) => ({ staker, power: 0n }));
}

/** All pools for STRK that were ever opened, from memory if they were read lately. Undefined if no node tells them. */
export async function openedPools(
  { chain, openedPools: memory }: StarknetContext,
  operation: Operation,
): Promise<readonly PoolOfStaker[] | undefined> {
  const known = memory.get();
  if (known !== undefined) return known;
  const found = await readOpenedPools(chain.staking, operation);
  if (found !== undefined) memory.set(found);
  return found;
}

/** The pools of many stakers. The function of older contracts is asked for only where the present one is missing. */
export async function readLists(
  { chain: { staking } }: StarknetContext,
  stakers: readonly Address[],
  operation: Operation,
): Promise<ReadonlyMap<Address, StakerPools | 'missing' | 'unclear'>> {
  const askEach = async (question: (of: Address, staker: Address) => FallibleCall<bigint[]>) =>
    stakers.length === 0
      ? {}
      : // A batch before this one asked for the time.
        ask(operation, Object.fromEntries(stakers.map((staker) => [staker, question(staking, staker)])), {
          mayLag: true,
        });
  const present: Readonly<Record<string, RpcOutcome<bigint[]>>> = await askEach(stakingCalls.pools);
  const before: Readonly<Record<string, RpcOutcome<bigint[]>>> = Object.values(present).some(hasNone)
    ? await askEach(stakingCalls.poolsBefore)
    : {};
  return new Map(stakers.map((staker) => [staker, listOf(present[staker], before[staker])]));
}

/** Pools of stakers that do not leave. */
interface ActivePools {
  readonly pools: readonly PoolOfStaker[];
  /** Whether the contract told all of them. */
  readonly isWhole: boolean;
}

/** The pools for STRK of all stakers that do not leave, from memory if they were read lately. */
export async function activePools(context: StarknetContext, operation: Operation): Promise<ActivePools> {
  const known = context.activePools.get();
  if (known !== undefined) return { pools: known, isWhole: true };
  const stakers = await readActiveStakers(context, operation);
  const lists = await readLists(
    context,
    stakers.map(({ staker }) => staker),
    operation,
  );
  const found = stakers.flatMap(({ staker }) => {
    const listed = lists.get(staker) ?? 'unclear';
    if (listed === 'unclear') return [];
    const pool = listed === 'missing' ? undefined : listed.pools.find(({ token }) => token === strk);
    return pool === undefined ? [] : [{ staker, pool: pool.pool }];
  });
  const unclear = stakers.filter(({ staker }) => (lists.get(staker) ?? 'unclear') === 'unclear');
  // One odd answer costs one pool. If there is nothing else, the contract has another form.
  if (unclear.length > 0 && unclear.length === stakers.length) fail(context);
  const isWhole = unclear.length === 0;
  if (isWhole) context.activePools.set(found);
  return { pools: found, isWhole };
}

function fail({ chainId }: StarknetContext): never {
  const detail = 'the staking contract answers in another way than expected';
  throw new UpstreamError(chainId, [{ endpoint: 'node', outcome: 'malformed', detail, ms: 0 }]);
}
