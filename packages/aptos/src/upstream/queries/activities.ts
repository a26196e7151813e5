import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type TokenId, tokenOfIndexer } from '../../address/token-id.ts';
import { address, each, u64 } from '../fields.ts';
import { indexerQuery, type Query } from '../query.ts';

// Which transactions an account has to do with (aptos-labs/aptos-indexer-processors-v2, schema of the processors).

/** The most rows that public indexers answer at once. */
export const mostRows = 100;

/** What an indexer knows of a part of an account's transactions. */
export interface Activities {
  /** Numbers of the transactions, newest first. */
  readonly versions: readonly bigint[];
  /** Heights of the blocks, by transaction, as far as they came along. */
  readonly heights: ReadonlyMap<bigint, bigint>;
  /** Tokens that the account gave or got in them, as far as they came along. */
  readonly tokens: readonly TokenId[];
  /** How many rows could not be read. */
  readonly unlisted: number;
  /** The time of the last transaction that the indexer has worked on, in milliseconds since 1970. Undefined if it does not tell. */
  readonly indexedAt: number | undefined;
}

const query = `query activities($account: String!, $before: bigint!, $limit: Int!, $rows: Int!) {
  account_transactions(
    where: { account_address: { _eq: $account }, transaction_version: { _lt: $before } }
    order_by: { transaction_version: desc }
    limit: $limit
  ) { transaction_version account_address }
  fungible_asset_activities(
    where: { owner_address: { _eq: $account }, transaction_version: { _lt: $before } }
    order_by: { transaction_version: desc }
    limit: $rows
  ) { transaction_version block_height asset_type }
  processor_status(where: { processor: { _eq: "account_transactions_processor" } }) {
    last_success_version last_transaction_timestamp
  }
}`;

/** Times of databases have no zone. They are of UTC. */
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?$/)
  .transform((text) => Date.parse(text.endsWith('Z') ? text : `${text}Z`));

const schema = z.object({
  account_transactions: each(z.object({ transaction_version: u64, account_address: address }), 1_000)
    // If there is nothing else, the list has another form.
    .refine(({ read, unread }) => read.length > 0 || unread.length < 2, 'no row can be read'),
  fungible_asset_activities: each(
    z.object({
      transaction_version: u64,
      block_height: u64,
      asset_type: z.string().max(1_100).nullish().catch(undefined),
    }),
    1_000,
  ).catch({ read: [], unread: [] }),
  processor_status: z
    .array(z.object({ last_success_version: u64, last_transaction_timestamp: time.nullish() }))
    .max(10)
    .default([]),
});

/** Above all versions that databases can hold. */
const newest = 2n ** 63n - 1n;

/**
 * The transactions of an account, with those that others sent.
 *
 * @param limit - At most `mostRows`.
 * @param before - Only transactions before this one. Undefined for the newest.
 */
export function activitiesOf(account: Address, limit: number, before: bigint | undefined): Query<Activities> {
  return indexerQuery({
    name: 'account_transactions',
    query,
    variables: { account, before: (before ?? newest).toString(), limit, rows: mostRows },
    schema,
    read({ account_transactions, fungible_asset_activities, processor_status: [status] }): Activities {
      const { read: rows, unread } = account_transactions;
      const { read: moved } = fungible_asset_activities;
      const versions = rows.map(({ transaction_version: version }) => version);
      const isSorted = versions.every((version, i) => i === 0 || version < (versions[i - 1] as bigint));
      const isOurs = rows.every(({ account_address: of }) => of === account);
      const isBefore = versions.every((version) => version < (before ?? newest));
      if (!isSorted || !isOurs || !isBefore || versions.length + unread.length > limit)
        throw new RejectedAnswer('it answers what was not asked');
      const indexed = status?.last_success_version;
      // What came in between would be missing.
      if (before !== undefined && indexed !== undefined && indexed + 1n < before)
        throw new RejectedAnswer('it has not read the chain that far', 'unavailable');
      return {
        versions,
        unlisted: unread.length,
        tokens: moved.flatMap((row) =>
          row.asset_type && versions.includes(row.transaction_version) ? (tokenOfIndexer(row.asset_type) ?? []) : [],
        ),
        heights: new Map(moved.map((row) => [row.transaction_version, row.block_height])),
        indexedAt: status?.last_transaction_timestamp ?? undefined,
      };
    },
  });
}
