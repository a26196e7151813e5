import { type Answers, askGuarded, type Operation, type Questions, type RequestOptions } from '@isochain/core';
import type { SolanaContext } from './chains.ts';
import { rpc } from './rpc.ts';

export { type Answers, type FallibleCall, fallible, optional, type Questions } from '@isochain/core';

/**
 * Asks one endpoint several things at once, and makes sure that it serves this cluster.
 *
 * @param asked - The name of the only endpoint to ask, or how it is asked.
 */
export function ask<const Q extends Questions>(
  context: SolanaContext,
  operation: Operation,
  questions: Q,
  asked?: string | Pick<RequestOptions, 'endpoint' | 'maxAttempts'>,
): Promise<Answers<Q>> {
  return askGuarded(operation, { call: rpc.genesisHash(), accept: context.acceptChain }, questions, asked);
}
