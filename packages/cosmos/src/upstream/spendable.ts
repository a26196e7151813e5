import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { Money } from '../bytes/messages.ts';
import type { CosmosContext } from '../context.ts';
import { askOne } from './ask.ts';
import { type CoinPage, spendable, spendablePage } from './queries/bank.ts';
import type { Query } from './query.ts';

// Nodes of cosmos-sdk 0.47 and later tell what can be spent of one denomination. Older ones tell it only in a list of all. The first answer shows
// how old a node is.

/** The question that fits the nodes of the chain, as far as we know them. */
export function spendableQuery(
  { memory }: Pick<CosmosContext, 'memory'>,
  address: Address,
  denom: string,
): Query<Money | undefined> | Query<CoinPage> {
  return memory.listsSpendable ? spendablePage(address, denom) : spendable(address, denom);
}

/**
 * Reads the answer to `spendableQuery`. Asks again if the node does not know the question.
 *
 * @param found - The answer.
 * @returns In the smallest unit.
 */
export async function readSpendable(
  context: CosmosContext,
  address: Address,
  denom: string,
  found: unknown,
  operation: Operation,
): Promise<bigint> {
  const told = found as Money | CoinPage | undefined;
  if (told !== undefined && 'amount' in told) return told.amount;
  context.memory.listsSpendable = true;
  let page = told ?? (await askOne(context, spendablePage(address, denom), operation));
  for (;;) {
    const coin = page.items.find((each) => each.denom === denom);
    if (coin !== undefined) return coin.amount;
    if (page.nextKey === undefined) return 0n;
    page = await askOne(context, spendablePage(address, denom, page.nextKey), operation);
  }
}
