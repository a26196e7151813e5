import { legible, type Operation } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import type { Address } from '../ton-core.ts';
import { askOne } from '../upstream/ask.ts';
import { type AccountFacts, states } from '../upstream/queries/accounts.ts';

/** The states of pools, by raw address. Those that cannot be read are left out. */
export async function readPoolStates(
  context: TonContext,
  pools: readonly Address[],
  operation: Operation,
): Promise<ReadonlyMap<string, AccountFacts>> {
  if (pools.length === 0) return new Map();
  const all = await legible(askOne(context, states(pools), operation));
  if (all !== undefined) return all;
  const each = await Promise.all(pools.map((pool) => legible(askOne(context, states([pool]), operation))));
  return new Map(each.flatMap((found) => [...(found ?? [])]));
}
