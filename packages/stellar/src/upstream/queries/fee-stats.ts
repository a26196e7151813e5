import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { integer } from '../fields.ts';
import type { Query } from '../query.ts';

/** What transactions of the last five ledgers paid for one operation, in stroops (stellar/stellar-horizon, internal/db2/history/operation.go). */
export interface FeeStats {
  readonly p90: bigint;
  readonly p99: bigint;
  /** How full the ledgers were: from 0 to 1. */
  readonly usage: number;
}

const feeStatsSchema = z
  .object({
    ledger_capacity_usage: z
      .union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)])
      .transform(Number)
      .refine((usage) => usage >= 0 && Number.isFinite(usage)),
    fee_charged: z.object({ p90: integer, p99: integer }),
  })
  .refine(({ fee_charged: { p90, p99 } }) => p90 <= p99, 'percentiles fall');

/** Statuses of servers that do not tell the statistics, or not at present. */
const absent = [400, 403, 404, 405, 410, 500, 501, 503];

/** The statistics. A server without them is not to blame, and may answer everything else. */
export const feeStats: Query<FeeStats> = {
  request: { path: '/fee_stats', schema: feeStatsSchema, refusals: { statuses: absent, schema: z.unknown() } },
  read(answer) {
    if (!answer.ok) throw new RejectedAnswer('it does not tell what transactions pay', 'unable');
    const {
      ledger_capacity_usage: usage,
      fee_charged: { p90, p99 },
    } = answer.value as z.output<typeof feeStatsSchema>;
    return { p90, p99, usage };
  },
};
