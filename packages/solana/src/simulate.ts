import { type Operation, toBase64 } from '@isochain/core';
import { askAnyway, optional } from './ask.ts';
import type { SolanaContext } from './chains.ts';
import { describeFailure } from './failures.ts';
import { encodeTransaction } from './message.ts';
import { rpc } from './rpc.ts';

/**
 * Asks a node what a message would do, without a signature.
 *
 * @returns Why it would fail; undefined if it would not, or if the node does not say.
 */
export async function simulate(
  context: SolanaContext,
  message: Uint8Array,
  operation: Operation,
): Promise<string | undefined> {
  const transaction = toBase64(encodeTransaction({ signatures: [new Uint8Array(64)], message }));
  const { outcome } = await askAnyway(context, operation, { outcome: optional(rpc.simulateTransaction(transaction)) });
  if (!outcome.ok || outcome.value.err === null) return undefined;
  return describeFailure(outcome.value.err, message).reason;
}
