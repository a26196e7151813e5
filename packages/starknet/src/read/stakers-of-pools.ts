import { ask, type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { guessPools, rememberPool, standingOf, standingQuestions } from '../staking/pools.ts';
import { openedPools } from '../staking/stakers.ts';

/** The staker that a pool is of. Undefined if nobody tells, or it is no pool for STRK. */
export type StakerOf = (pool: Address) => Address | undefined;

/** What `readStakersOfPools` needs of a chain. */
export type StakersContext = Pick<
  StarknetContext,
  'chain' | 'chainId' | 'endpointsOf' | 'identity' | 'openedPools' | 'poolMemory'
>;

/** Most pools that are looked up for one answer. Our own choice. */
const mostLookUps = 10;

/**
 * Stakers of pools: answers name validators by the ids that `/validators` has. Only the staking contract is believed: anybody can write a contract that calls itself a
 * pool. It announced its pools in events, which most nodes find in one round. Otherwise it is asked for each pool, in two rounds. A node that gives no answer fails nothing.
 */
export async function readStakersOfPools(
  context: StakersContext,
  pools: readonly Address[],
  operation: Operation,
): Promise<StakerOf> {
  const known = new Map<Address, Address>();
  const missing = () => [...new Set(pools)].filter((pool) => !known.has(pool));
  for (const pool of pools) {
    const remembered = context.poolMemory.get(pool);
    if (remembered?.pool === pool) known.set(pool, remembered.staker);
  }
  if (missing().length > 0) {
    const opened = (await silent(openedPools(context as StarknetContext, operation))) ?? [];
    for (const { staker, pool } of opened) known.set(pool, staker);
  }
  const left = missing().slice(0, mostLookUps);
  if (left.length > 0) await silent(prove(context as StarknetContext, left, known, operation));
  return (pool) => known.get(pool);
}

async function prove(
  context: StarknetContext,
  pools: readonly Address[],
  known: Map<Address, Address>,
  operation: Operation,
): Promise<void> {
  const guesses = await guessPools(context, pools, operation);
  await Promise.all(
    pools.map(async (pool, i) => {
      const found = guesses[i];
      if (found?.pool !== pool || found.staker === pool) return;
      const answers = await silent(ask(operation, standingQuestions(context, found), { mayLag: true }));
      if (answers === undefined) return;
      const standing = standingOf(context, found, answers);
      if (standing.kind !== 'listed' && standing.kind !== 'removed') return;
      rememberPool(context, pool, found, standing);
      known.set(pool, found.staker);
    }),
  );
}
