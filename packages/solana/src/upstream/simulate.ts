import { ask, type Operation, optional } from '@isochain/core/upstream';
import { describeFailure } from '../failures.ts';
import { type ToldFee, toldFee, unsigned } from '../fees/base-fee.ts';
import { rpc } from './rpc.ts';

/**
 * Asks a node to simulate a message without a signature, and for its fee.
 *
 * @param priority - Its priority fee, in lamports.
 * @returns Why the message would fail, and its fee. Undefined if it would not fail, or if the node does not tell.
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
