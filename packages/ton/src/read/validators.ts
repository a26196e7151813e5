import type { PageRequest, Validator } from '@isochain/core';
import { cleanText, eachLegible, type Operation, shortAddress } from '@isochain/core/upstream';
import { canonicalAddress } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { isLiquid, type LiquidPool, liquidPool } from '../pools/liquid-pool.ts';
import { readNominatorPool } from '../pools/nominator-pool.ts';
import { commissionUnit } from '../pools/round-end.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { type ListedPool, stakingPools } from '../upstream/queries/staking.ts';
import type { Query } from '../upstream/query.ts';
import { readPoolStates } from './pool-states.ts';

/** Shares of nominator pools are in ten thousandths (ton-blockchain/nominator-pool func/pool.fc: validator_reward_share). */
const shareUnit = 10_000;

/**
 * The pools that can be staked with here, most stake first: nominator pools, and those of liquid staking that the operator names. An index lists them,
 * and their contracts tell what they keep of rewards. A pool that cannot be read, or has another
 * contract than the list says, is left out, so a page may be short.
 */
export async function readValidators(
  context: TonContext,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  const listed = await askOne(context, stakingPools, operation);
  const after = parseCursor(cursor);
  const rest = listed
    .filter(({ implementation, address }) => implementation === 'tf' || isLiquid(context, address))
    .map((pool) => ({ ...pool, id: canonicalAddress(pool.address) }))
    .toSorted(byStake)
    .filter((pool) => after === undefined || byStake(after, pool) < 0);
  const shown = rest.slice(0, limit);
  const commissions = await readCommissions(context, shown, operation);
  const last = shown.at(-1);
  return {
    validators: shown.flatMap(({ id, name, total }) => {
      const commission = commissions.get(id);
      if (commission === undefined) return [];
      return [{ address: id, name: cleanText(name) || shortAddress(id), commission, stakedAmount: total.toString() }];
    }),
    next: rest.length > limit && last !== undefined ? `${last.total}:${last.id}` : undefined,
  };
}

/** The share of a nominator pool never changes (its contract has no order for that), so each is asked once. */
async function readCommissions(
  context: TonContext,
  pools: readonly (ListedPool & { readonly id: string })[],
  operation: Operation,
): Promise<ReadonlyMap<string, number>> {
  const { commissions: known } = context;
  const liquid = pools.filter(({ address }) => isLiquid(context, address));
  const unknown = pools.filter((pool) => !liquid.includes(pool) && !known.has(pool.id));
  const questions: Record<string, Query<LiquidPool>> = Object.fromEntries(
    liquid.map(({ id, address }) => [id, liquidPool(address)]),
  );
  const [accounts, shares] = await Promise.all([
    readPoolStates(
      context,
      unknown.map(({ address }) => address),
      operation,
    ),
    eachLegible(questions, (some) => ask(context, some, operation)),
  ]);
  for (const { id, address } of unknown) {
    const account = accounts.get(address.toRawString());
    const pool = account && readNominatorPool(context, address, account, address);
    if (pool !== undefined) known.set(id, Math.min(pool.commission / shareUnit, 1));
  }
  return new Map([
    ...known,
    ...Object.entries(shares).flatMap(([id, share]): [string, number][] =>
      share === undefined ? [] : [[id, Math.min(Number(share.commission) / commissionUnit, 1)]],
    ),
  ]);
}

/** A place in the order. It stays valid when pools come and go. */
type Place = Pick<ListedPool, 'total'> & { readonly id: string };

function byStake(a: Place, b: Place): number {
  if (a.total !== b.total) return a.total > b.total ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function parseCursor(cursor: string | undefined): Place | undefined {
  const [, total, id] = /^(\d{1,37}):([A-Za-z0-9_-]{48})$/.exec(cursor ?? '') ?? [];
  return total === undefined || id === undefined ? undefined : { total: BigInt(total), id };
}
