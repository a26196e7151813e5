import { type Answers, type AskOptions, askGuarded, type Operation, type Questions } from '@isochain/core';
import type { EvmContext } from './chains.ts';

export { type Answers, type FallibleCall, fallible, optional, type Questions } from '@isochain/core';

/**
 * Asks one endpoint several things at once, and makes sure that it serves this chain, and has a block that is young enough: nonces and fees of another
 * chain, or of one that stands still, would look just as valid.
 *
 * @param asked - The name of the only endpoint to ask, or how it is asked.
 */
export function ask<const Q extends Questions>(
  context: EvmContext,
  operation: Operation,
  questions: Q,
  asked?: string | AskOptions,
): Promise<Answers<Q>> {
  return askGuarded(operation, context.guard, questions, asked);
}
