import { withRaw } from '@isochain/core';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type TokenId, tokenOfIndexer } from '../../address/token-id.ts';
import { address, each, u64, u128 } from '../fields.ts';
import { indexerQuery, type Query } from '../query.ts';
import { mostRows, time } from './activities.ts';

// What indexers tell of single transactions. They know no ids of transactions.

/** A movement of an asset, or the fee. */
export interface ActivityRow {
  readonly version: bigint;
  /** `0x1::fungible_asset::Withdraw`. */
  readonly type: string;
  /** In the smallest unit. Undefined for activities without amounts. */
  readonly amount: bigint | undefined;
  readonly token: TokenId | undefined;
  readonly owner: Address | undefined;
  /** Where it is kept. Undefined if the indexer does not tell. */
  readonly store: Address | undefined;
  readonly isFee: boolean;
  readonly isSuccess: boolean;
  /** `0x1::aptos_account::transfer`. */
  readonly function: string | undefined;
  readonly block: bigint;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Octas for storage that was given back. Only in rows of fees. */
  readonly refund: bigint;
  /** Who pays, if it is not the sender. Only in rows of fees. */
  readonly feePayer: Address | undefined;
  /** As the indexer wrote it. */
  readonly raw: unknown;
}

/** What a delegation pool did. */
export interface PoolRow {
  readonly version: bigint;
  /** `0x1::delegation_pool::AddStake`. */
  readonly type: string;
  /** Octas. */
  readonly amount: bigint;
  readonly pool: Address;
  readonly delegator: Address;
  /** As the indexer wrote it. */
  readonly raw: unknown;
}

/** What an indexer knows of some transactions. */
export interface IndexedRows {
  readonly activities: readonly ActivityRow[];
  readonly stakes: readonly PoolRow[];
  /** All rows of this version and of those above came along. */
  readonly wholeFrom: bigint;
  /** Whether a row of this transaction, or one of an unknown transaction, could not be read. */
  hasUnread(version: bigint): boolean;
}

const query = `query transactions($versions: [bigint!]!, $rows: Int!) {
  fungible_asset_activities(
    where: { transaction_version: { _in: $versions } }
    order_by: [{ transaction_version: desc }, { event_index: asc }]
    limit: $rows
  ) {
    transaction_version type amount asset_type owner_address is_gas_fee is_transaction_success entry_function_id_str
    block_height transaction_timestamp storage_refund_amount gas_fee_payer_address storage_id
  }
  delegated_staking_activities(
    where: { transaction_version: { _in: $versions } }
    order_by: [{ transaction_version: desc }, { event_index: asc }]
    limit: $rows
  ) { transaction_version event_type amount pool_address delegator_address }
}`;

const activity = withRaw(
  z.object({
    transaction_version: u64,
    type: z.string(),
    amount: u128.nullish(),
    asset_type: z.string().nullish(),
    owner_address: address.nullish(),
    is_gas_fee: z.boolean(),
    is_transaction_success: z.boolean(),
    entry_function_id_str: z.string().nullish(),
    block_height: u64,
    transaction_timestamp: time,
    storage_refund_amount: u128,
    gas_fee_payer_address: address.nullish(),
    storage_id: address.nullish().catch(undefined),
  }),
).transform(
  ({ value: row, raw }): ActivityRow => ({
    raw,
    version: row.transaction_version,
    type: row.type,
    amount: row.amount ?? undefined,
    token: row.asset_type ? tokenOfIndexer(row.asset_type) : undefined,
    owner: row.owner_address ?? undefined,
    store: row.storage_id ?? undefined,
    isFee: row.is_gas_fee,
    isSuccess: row.is_transaction_success,
    function: row.entry_function_id_str ?? undefined,
    block: row.block_height,
    time: row.transaction_timestamp,
    refund: row.storage_refund_amount,
    feePayer: row.gas_fee_payer_address ?? undefined,
  }),
);

const stake = withRaw(
  z.object({
    transaction_version: u64,
    event_type: z.string(),
    amount: u128,
    pool_address: address,
    delegator_address: address,
  }),
).transform(
  ({ value: row, raw }): PoolRow => ({
    raw,
    version: row.transaction_version,
    type: row.event_type,
    amount: row.amount,
    pool: row.pool_address,
    delegator: row.delegator_address,
  }),
);

const schema = z.object({
  fungible_asset_activities: each(activity, 1_000),
  delegated_staking_activities: each(stake, 1_000),
});

const placed = z.object({ transaction_version: u64 });

/** What an indexer knows of transactions, by their numbers. */
export function indexedTransactions(versions: readonly bigint[]): Query<IndexedRows> {
  return indexerQuery({
    name: 'fungible_asset_activities',
    query,
    variables: { versions: versions.map(String), rows: mostRows },
    schema,
    read({ fungible_asset_activities: moved, delegated_staking_activities: staked }): IndexedRows {
      // A full page may end within a transaction.
      const cuts = [moved, staked].map(({ read, unread }) => {
        const last = read.at(-1);
        return last !== undefined && read.length + unread.length >= mostRows ? last.version + 1n : 0n;
      });
      const unread = [...moved.unread, ...staked.unread].map((row) => placed.safeParse(row).data?.transaction_version);
      return {
        activities: moved.read,
        stakes: staked.read,
        wholeFrom: cuts.reduce((a, b) => (a > b ? a : b), 0n),
        hasUnread: (version) => unread.includes(version) || unread.includes(undefined),
      };
    },
  });
}
