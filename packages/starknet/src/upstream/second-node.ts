import { ask, type Operation, type Questions, silent } from '@isochain/core/upstream';
import type { StarknetContext } from '../context.ts';

/** How long to wait for the second node, in milliseconds. Its answer is not needed, so a slow one must not hold up encode. */
const patienceMs = 2_000;

/**
 * Asks a node that is probably not the one that all other questions go to. It is asked at the same time as that one.
 *
 * @returns Undefined if there is no other node, or it does not answer.
 */
export async function askSecond<const Q extends Questions>(
  { endpointsOf }: Pick<StarknetContext, 'endpointsOf'>,
  questions: Q,
  operation: Operation,
) {
  const nodes = endpointsOf('node');
  // Endpoints that are set aside are asked last, in this order otherwise.
  const [, second] = operation
    .status()
    .filter(({ name }) => nodes.includes(name))
    .toSorted((a, b) => Number(b.healthy) - Number(a.healthy));
  if (second === undefined || !second.healthy) return undefined;
  return silent(ask(operation, questions, { endpoint: second.name, maxAttempts: 1, timeoutMs: patienceMs }));
}
