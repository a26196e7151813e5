import { UpstreamError } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import type { StarknetContext } from '../context.ts';
import { errorCode } from '../upstream/calls.ts';
import { feltsOf, readEpoch, readStakers, stakingCalls, type WeightedStaker } from '../upstream/staking.ts';
import { readOpenedPools } from '../upstream/staking-events.ts';

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
function hasNone(outcome: { readonly ok: boolean; readonly error?: { readonly code: number } }): boolean {
  return outcome.error?.code === errorCode.entrypointNotFound;
}

async function readOpeners(context: StarknetContext, operation: Operation): Promise<readonly WeightedStaker[]> {
  const pools = await openedPools(context, operation);
  return pools.map(({ staker }) => ({ staker, power: 0n }));
}

/** All pools for STRK, from memory if they were read lately. */
export async function openedPools(context: StarknetContext, operation: Operation) {
  const known = context.openedPools.get();
  if (known !== undefined) return known;
  const found = await readOpenedPools(context, operation);
  context.openedPools.set(found);
  return found;
}

function fail({ chainId }: StarknetContext): never {
  const detail = 'the staking contract answers in another way than expected';
  throw new UpstreamError(chainId, [{ endpoint: 'node', outcome: 'malformed', detail, ms: 0 }]);
}
