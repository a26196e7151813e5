import type { PageRequest, Validator } from '@isochain/core';
import { cleanText, eachLegible, type Operation, shortAddress, silent } from '@isochain/core/upstream';
import { type Address, readAddress } from '../address/address.ts';
import type { AptosContext } from '../context.ts';
import { ask, askOne } from '../upstream/ask.ts';
import {
  type ActiveValidator,
  activeValidators,
  allPools,
  commission,
  type IndexedPool,
} from '../upstream/queries/pools.ts';

/** Without an indexer, each of a page takes a request. So many stay below the 50 requests of Workers' free plan. */
const mostOfPage = 40;

/**
 * The delegation pools in the validator set, the most stake first. The set is one answer, so every page reads it. An indexer tells which of the validators are
 * delegation pools, what they keep of rewards, and the names of their operators. Without one, the validators of a page are asked themselves, and have no names.
 * A page has fewer entries then, because validators without a pool are left out.
 */
export async function readValidators(
  context: AptosContext,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  const hasIndexer = context.endpointsOf('indexer').length > 0;
  const [set, indexed] = await Promise.all([
    askOne(context, activeValidators, operation),
    hasIndexer ? silent(askOne(context, allPools, operation)) : undefined,
  ]);
  const pools = indexed && new Map(indexed.map((each) => [each.pool, each] as const));
  const after = parseCursor(cursor);
  const rest = set
    .filter(({ pool }) => pools === undefined || pools.has(pool))
    .toSorted(byPower)
    .filter((each) => after === undefined || byPower(after, each) < 0);
  const shown = rest.slice(0, pools === undefined ? Math.min(limit, mostOfPage) : limit);
  const last = shown.at(-1);
  const commissions = await commissionsOf(context, shown, pools, operation);
  return {
    validators: shown.flatMap(({ pool, power }) => {
      const kept = commissions.get(pool);
      if (kept === undefined) return [];
      const name = nameOf(pools?.get(pool)) || shortAddress(pool);
      return [{ address: pool, name, commission: Number(kept) / 10_000, stakedAmount: power.toString() }];
    }),
    next: rest.length > shown.length && last !== undefined ? `${last.power}:${last.pool}` : undefined,
  };
}

type IndexedPools = ReadonlyMap<Address, IndexedPool> | undefined;

/** Commissions in hundredths of a percent. A validator without one is no delegation pool. */
async function commissionsOf(
  context: AptosContext,
  shown: readonly ActiveValidator[],
  pools: IndexedPools,
  operation: Operation,
): Promise<ReadonlyMap<Address, bigint | undefined>> {
  const found = new Map(shown.map(({ pool }) => [pool, pools?.get(pool)?.commission] as const));
  const unknown = shown.filter(({ pool }) => found.get(pool) === undefined).map(({ pool }) => pool);
  if (unknown.length === 0) return found;
  const questions = Object.fromEntries(unknown.map((pool) => [pool, commission(pool)]));
  const answers = await eachLegible(questions, (some) => ask(context, some, operation));
  return new Map([...found, ...unknown.map((pool) => [pool, answers[pool]] as const)]);
}

/** The names of operators are those of the Aptos Names Service. Other letters than these cannot be registered. */
function nameOf(pool: IndexedPool | undefined): string {
  const domain = cleanText(pool?.domain ?? '');
  return /^[a-z0-9-]+$/.test(domain) ? `${domain}.apt` : '';
}

function byPower(a: ActiveValidator, b: ActiveValidator): number {
  if (a.power !== b.power) return a.power > b.power ? -1 : 1;
  return a.pool < b.pool ? -1 : a.pool > b.pool ? 1 : 0;
}

/** A place in the order. It stays valid when stakes change. */
function parseCursor(cursor: string | undefined): ActiveValidator | undefined {
  const [, power, text] = /^(\d{1,20}):(0x[0-9a-f]{64})$/.exec(cursor ?? '') ?? [];
  const pool = text === undefined ? undefined : readAddress(text);
  return power === undefined || pool === undefined ? undefined : { power: BigInt(power), pool };
}
