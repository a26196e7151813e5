import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { integer } from '../fields.ts';
import { transactionPlace } from '../place.ts';
import { horizonQuery, mapped, type Query } from '../query.ts';
import { type Joined, mostRecords, readJoined } from './operations.ts';
import { checkOrder, rowsOf, type Wish } from './transactions.ts';

// An account whose offer is taken takes no part in the operation, and is no participant of the transaction (stellar/stellar-horizon,
// internal/ingest/processors/operations_processor.go: Participants). Only the list of trades has it.

/** A trade with an offer: which operation made it. */
const trade = z.object({
  paging_token: z
    .string()
    .regex(/^\d{1,19}-\d{1,10}$/)
    .transform((text): string | number => text.slice(0, text.indexOf('-')))
    .pipe(integer),
});

/** Operations that traded with an account. */
export interface Traders {
  /** Newest first, each once. */
  readonly operations: readonly bigint[];
  /** Whether each row could be read. */
  readonly isWhole: boolean;
  /** Whether more may follow. */
  readonly isFull: boolean;
  /** The latest ledger of the server. */
  readonly head: bigint | undefined;
}

/** The operations that took offers of an account, and those by which it took offers of others, newest first. None if the server does not know the account. */
export function tradersWith({ account, after }: Pick<Wish, 'account' | 'after'>): Query<Traders> {
  const query = { limit: mostRecords, trade_type: 'orderbook' };
  return mapped(rowsOf('trades', { account, after }, query), ({ rows, head }) => {
    const read = rows.map((raw) => trade.safeParse(raw).data?.paging_token);
    const operations = [...new Set(read.flatMap((id) => id ?? []))];
    checkOrder(operations, after === undefined ? undefined : after + 1n);
    return { operations, isWhole: !read.includes(undefined), isFull: rows.length >= mostRecords, head };
  });
}

/** An operation with its transaction, by its place. Undefined if it cannot be read. */
export function operationAt(id: bigint, passphrase: string): Query<Joined | undefined> {
  return horizonQuery<unknown, Joined | undefined>({
    path: `/operations/${id}`,
    route: '/operations/{id}',
    query: { join: 'transactions' },
    schema: z.unknown(),
    maxBytes: largeAnswer,
    read(raw) {
      const row = readJoined(raw, passphrase);
      if (row !== undefined && (row.operation !== id || row.place !== transactionPlace(id)))
        throw new RejectedAnswer('it answers with another operation');
      return row;
    },
  });
}
