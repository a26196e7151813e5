import * as z from 'zod';
import { integer } from '../fields.ts';
import { horizonQuery, type Query } from '../query.ts';

/** What transactions of the last five ledgers paid for one operation, in stroops (stellar/stellar-horizon, internal/db2/history/operation.go). */
export interface FeeStats {
  readonly p90: bigint;
  readonly p99: bigint;
  /** How full the ledgers were: from 0 to 1. */
  readonly usage: number;
}

const feeStatsSchema = z.object({
  ledger_capacity_usage: z
    .union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)])
    .transform(Number)
    .refine((usage) => usage >= 0),
  fee_charged: z.object({ p90: integer, p99: integer }),
});

/** Undefined if the server does not tell it at present. */
export const feeStats: Query<FeeStats | undefined> = horizonQuery<
  z.output<typeof feeStatsSchema>,
  FeeStats | undefined
>({
  path: '/fee_stats',
  schema: feeStatsSchema,
  statuses: [400, 403, 404, 410, 500, 503],
  read: ({ ledger_capacity_usage: usage, fee_charged: { p90, p99 } }) => ({ p90, p99, usage }),
  refused: () => ({ value: undefined }),
});
