import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type TokenId, tokenOfIndexer } from '../../address/token-id.ts';
import { cleanFacts, type TokenFacts } from '../../tokens/token-facts.ts';
import { each, u128 } from '../fields.ts';
import { indexerQuery, type Query } from '../query.ts';

/** What an indexer says that an account holds in one store. */
export interface Holding {
  readonly token: TokenId;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** Transfers reach primary stores only. Others belong to programs, such as pools of exchanges. */
  readonly isPrimary: boolean;
  /** Identifies the store. */
  readonly store: string;
  /** Undefined if the indexer does not know them. */
  readonly facts: TokenFacts | undefined;
}

/** Rows of one page: indexers answer no more at once (aptos-labs/aptos-docs, build/indexer). */
const pageSize = 100;

/** A row that cannot be read, or names no token. */
export interface UnreadHolding {
  /** Undefined if it does not name one. */
  readonly token: TokenId | undefined;
}

const row = z.object({
  asset_type: z.string(),
  amount: u128,
  is_primary: z.boolean().nullish(),
  storage_id: z.string().max(100),
  metadata: z
    .object({ name: z.string().max(10_000), symbol: z.string().max(10_000), decimals: z.int().min(0).max(255) })
    .nullish()
    .catch(undefined),
});

const otherStore = z.object({ is_primary: z.literal(false) });

/** What even a row may tell that cannot be read. */
const named = row.pick({ asset_type: true });

/**
 * A page of what an account holds, APT too (aptos-labs/aptos-indexer-processors-v2, current_fungible_asset_balances). A coin and its paired asset may be one row
 * or two.
 *
 * @param page - From 0 on.
 */
export function holdings(
  owner: Address,
  page: number,
): Query<{ readonly rows: readonly Holding[]; readonly unread: readonly UnreadHolding[]; readonly isLast: boolean }> {
  return indexerQuery({
    name: 'holdings',
    query: `query holdings($owner: String!, $limit: Int!, $offset: Int!) {
      current_fungible_asset_balances(
        where: { owner_address: { _eq: $owner }, amount: { _gt: "0" } }
        order_by: { storage_id: asc }
        limit: $limit
        offset: $offset
      ) {
        asset_type
        amount
        is_primary
        storage_id
        metadata { name symbol decimals }
      }
    }`,
    variables: { owner, limit: pageSize, offset: page * pageSize },
    schema: z.object({
      // What others can choose is read later. If no row names a token, the list has another form.
      current_fungible_asset_balances: each(row, pageSize).refine(
        ({ read, unread }) =>
          read.length > 0 || unread.length === 0 || unread.some((raw) => named.safeParse(raw).success),
        'no row can be read',
      ),
    }),
    read: ({ current_fungible_asset_balances: { read, unread } }) => ({
      rows: read.flatMap(toHolding),
      unread: [...read.filter((each) => toHolding(each).length === 0), ...unread].flatMap(unreadIn),
      isLast: read.length + unread.length < pageSize,
    }),
  });
}

function toHolding({ asset_type, amount, is_primary, storage_id: store, metadata }: z.output<typeof row>): Holding[] {
  const token = tokenOfIndexer(asset_type);
  if (token === undefined) return [];
  const facts =
    metadata == null
      ? undefined
      : cleanFacts({ name: metadata.name, ticker: metadata.symbol, decimals: metadata.decimals });
  // Coins know no other stores, and old rows say nothing.
  return [{ token, amount, isPrimary: is_primary !== false, store, facts }];
}

/** Other stores than primary ones are never shown, so nobody misses them. */
function unreadIn(raw: unknown): UnreadHolding[] {
  if (otherStore.safeParse(raw).success) return [];
  const { data: told } = named.safeParse(raw);
  return [{ token: told && tokenOfIndexer(told.asset_type) }];
}
