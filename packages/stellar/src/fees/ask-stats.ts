import { type Operation, UpstreamError } from '@isochain/core/upstream';
import { askOne } from '../upstream/ask.ts';
import { type FeeStats, feeStats } from '../upstream/queries/fee-stats.ts';

/** Nobody waits long for the statistics: without them the ceiling is offered. In milliseconds. */
const patienceMs = 3_000;

/**
 * Asks what transactions pay, side by side with other questions. A transaction can be made without it, so a failure of this question alone is not
 * passed on.
 *
 * @returns Undefined if no endpoint tells.
 */
export async function askFeeStats(operation: Operation): Promise<FeeStats | undefined> {
  try {
    return await askOne(feeStats, operation, { timeoutMs: patienceMs, maxAttempts: 2 });
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
