import { RejectedAnswer } from '@isochain/core/upstream';
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

/** Our own choice, in stroops: 200 times the base reserve of 2026. Validators vote on it. */
const mostReserve = 1_000_000_000n;

/** Terms that no network has would make transactions that fail, and keep their fee. */
function requireTerms({
  base_fee_in_stroops: fee,
  base_reserve_in_stroops: reserve,
}: z.output<typeof ledgerSchema>): void {
  if (fee === 0n || reserve === 0n || reserve > mostReserve)
    throw new RejectedAnswer('it tells terms that no network has');
}

/** The latest ledger that Horizon knows. */
export const latestLedger: Query<LedgerFacts> = horizonQuery({
  path: '/ledgers',
  query: { order: 'desc', limit: 1 },
  schema: z.object({ _embedded: z.object({ records: z.tuple([ledgerSchema]) }) }),
  read({ _embedded }) {
    const [ledger] = _embedded.records;
    requireTerms(ledger);
    return {
      sequence: ledger.sequence,
      closedAt: ledger.closed_at,
      baseFee: ledger.base_fee_in_stroops,
      baseReserve: ledger.base_reserve_in_stroops,
    };
  },
});
