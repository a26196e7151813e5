import type { PageRequest, Validator } from '@isochain/core';
import { ask, type Operation, shortAddress } from '@isochain/core/upstream';
import { type Address, checkAddress } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { stakerOf } from '../staking/pools.ts';
import { readActiveStakers, readLists } from '../staking/stakers.ts';
import { strk } from '../tokens/native.ts';
import { stakingCalls, type WeightedStaker } from '../upstream/staking.ts';

/** Each of a page takes two calls, or three with an older contract. In batches of three, so many stay below the 50 requests of Workers' free plan. */
const mostOfPage = 40;

/**
 * Stakers that take delegations of STRK, the most power first. Their list is one answer, so every page reads it. Only those of the page are asked for their stakes,
 * in batches. The chain has no names of them.
 */
export async function readValidators(
  context: StarknetContext,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  const after = parseCursor(cursor);
  const rest = (await readActiveStakers(context, operation))
    .toSorted(byPower)
    .filter((each) => after === undefined || byPower(after, each) < 0);
  const shown = rest.slice(0, Math.min(limit, mostOfPage));
  const last = shown.at(-1);
  return {
    validators: await readShown(
      context,
      shown.map(({ staker }) => staker),
      operation,
    ),
    next: rest.length > shown.length && last !== undefined ? `${last.power}:${last.staker}` : undefined,
  };
}

async function readShown(
  context: StarknetContext,
  stakers: readonly Address[],
  operation: Operation,
): Promise<Validator[]> {
  if (stakers.length === 0) return [];
  const { staking } = context.chain;
  const [lists, infos] = await Promise.all([
    readLists(context, stakers, operation),
    // The batch before asked for the time.
    ask(operation, Object.fromEntries(stakers.map((staker) => [staker, stakingCalls.staker(staking, staker)])), {
      mayLag: true,
    }),
  ]);
  return stakers.flatMap((staker) => {
    const listed = lists.get(staker);
    if (listed === undefined || typeof listed === 'string') return [];
    const pool = listed.pools.find(({ token }) => token === strk);
    // It takes no delegations.
    if (pool === undefined) return [];
    const facts = stakerOf(infos[staker]);
    const own = facts === undefined || facts === 'unclear' ? 0n : facts.own;
    return [
      {
        address: staker,
        name: shortAddress(staker),
        commission: Number(listed.commission ?? 0n) / 10_000,
        stakedAmount: (pool.amount + own).toString(),
      },
    ];
  });
}

/** A place in the order. It stays valid when stakes change. */
function byPower(a: WeightedStaker, b: WeightedStaker): number {
  if (a.power !== b.power) return a.power > b.power ? -1 : 1;
  return a.staker < b.staker ? -1 : a.staker > b.staker ? 1 : 0;
}

function parseCursor(cursor: string | undefined): WeightedStaker | undefined {
  const [, power, text] = /^(\d{1,39}):(0x[0-9a-f]{64})$/.exec(cursor ?? '') ?? [];
  const staker = text === undefined ? undefined : checkAddress(text);
  return power === undefined || staker?.ok !== true ? undefined : { power: BigInt(power), staker: staker.value };
}
