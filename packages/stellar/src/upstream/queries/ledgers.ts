import * as z from 'zod';
import { integer, time } from '../fields.ts';
import { horizonQuery, type Query } from '../query.ts';

/** A ledger, with the terms of the network (stellar/go, protocols/horizon/main.go: Ledger). */
export interface LedgerFacts {
  readonly sequence: bigint;
  /** Milliseconds since 1970. */
  readonly closedAt: number;
  /** Stroops for one operation, at least. */
  readonly baseFee: bigint;
  /** Stroops: two of them for an account, and one for each entry of it. */
  readonly baseReserve: bigint;
}

const ledgerSchema = z.object({
  sequence: integer,
  closed_at: time,
  base_fee_in_stroops: integer,
  base_reserve_in_stroops: integer,
});

/** The latest ledger that Horizon knows. */
export const latestLedger: Query<LedgerFacts> = horizonQuery({
  path: '/ledgers',
  query: { order: 'desc', limit: 1 },
  schema: z.object({ _embedded: z.object({ records: z.tuple([ledgerSchema]) }) }),
  read: ({
    _embedded: {
      records: [ledger],
    },
  }) => ({
    sequence: ledger.sequence,
    closedAt: ledger.closed_at,
    baseFee: ledger.base_fee_in_stroops,
    baseReserve: ledger.base_reserve_in_stroops,
  }),
});
