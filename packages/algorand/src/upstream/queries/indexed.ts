import { largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { uint64 } from '../fields.ts';
import { type IndexedTransaction, readIndexed, readListed, type UnreadTransaction } from '../indexer-row.ts';
import { type Query, restQuery } from '../query.ts';

/** A transaction with the latest round of the indexer. */
export interface FoundTransaction {
  readonly transaction: IndexedTransaction;
  readonly currentRound: bigint;
}

/**
 * A transaction of any block that the indexer has. Undefined if it has none.
 *
 * @param id - Canonical.
 */
export function indexedTransaction(id: string): Query<FoundTransaction | undefined> {
  const schema = z.object({ 'current-round': uint64, transaction: z.unknown() });
  return restQuery<z.output<typeof schema>, FoundTransaction | undefined>({
    kind: 'indexer',
    path: `/v2/transactions/${id}`,
    route: '/v2/transactions/{txid}',
    schema,
    maxBytes: largeAnswer,
    read: (raw) => ({ transaction: readIndexed(raw.transaction), currentRound: raw['current-round'] }),
    refused: ({ status, message }) =>
      status === 404 && /no transaction found/.test(message) ? { value: undefined } : undefined,
  });
}

/** A part of the history of an account. */
export interface HistoryRows {
  /** As the indexer lists them: newest first. Rows without an id or a place are left out. */
  readonly transactions: readonly (IndexedTransaction | UnreadTransaction)[];
  /** How many rows there were, with those that are left out. */
  readonly listed: number;
  readonly currentRound: bigint;
}

const historySchema = z.object({ 'current-round': uint64, transactions: z.array(z.unknown()).nullish() });

/**
 * Transactions of an account, newest first.
 *
 * @param next - The place after which the list begins, as the indexer spells it (algorand/indexer, idb/idb.go: TxnRow.Next). Undefined: with the newest.
 */
export function transactionsOf(account: Address, limit: number, next: string | undefined): Query<HistoryRows> {
  return restQuery({
    kind: 'indexer',
    path: `/v2/accounts/${account}/transactions`,
    route: '/v2/accounts/{address}/transactions',
    query: { limit: limit.toString(), ...(next === undefined ? {} : { next }) },
    schema: historySchema,
    maxBytes: largeAnswer,
    read: (raw) => ({
      transactions: (raw.transactions ?? []).flatMap((row) => readListed(row) ?? []),
      listed: raw.transactions?.length ?? 0,
      currentRound: raw['current-round'],
    }),
  });
}
