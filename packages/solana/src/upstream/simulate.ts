import { ask, type Operation, optional } from '@isochain/core/upstream';
import { describeFailure } from '../failures.ts';
import { type ToldFee, toldFee, unsigned } from '../fees/base-fee.ts';
import { rpc } from './rpc.ts';

/**
 * Asks a node what a message would do and cost, without a signature.
 *
 * @param priority - What it pays beyond the base fee, in lamports.
 * @returns Why it would fail, and what it is charged; undefined if it would not, or if the node does not say.
 */
export async function simulate(
  message: Uint8Array,
  priority: bigint,
  operation: Operation,
): Promise<{ readonly reason: string | undefined; readonly told: ToldFee | undefined }> {
  const { outcome } = await ask(
    operation,
    { outcome: optional(rpc.simulateTransaction(unsigned(message))) },
    { mayLag: true },
  );
  const error = outcome.ok ? outcome.value.err : null;
  return {
    reason: error === null ? undefined : describeFailure(error, message).reason,
    told: toldFee(message, priority, outcome),
  };
}
