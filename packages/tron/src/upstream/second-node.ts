import { type Operation, silent } from '@isochain/core/upstream';
import type { TronContext } from '../context.ts';
import { type Answers, ask, type Queries } from './ask.ts';

/**
 * How long to wait for the second node, in milliseconds. Its answer is not needed, so a slow node must not hold up encode. But without it, a single node is
 * believed. So a new connection to the other side of the world must fit in, and a simulation.
 */
const patienceMs = 2_000;

/**
 * Asks a node that is probably not the one that all other questions go to. It is asked at the same time as that one.
 *
 * @returns Undefined if there is no other node, or it does not answer.
 */
export async function askSecond<const Q extends Queries>(
  { endpointsOf }: Pick<TronContext, 'endpointsOf'>,
  queries: Q,
  operation: Operation,
): Promise<Answers<Q> | undefined> {
  if (Object.keys(queries).length === 0) return undefined;
  const nodes = endpointsOf('node');
  // Endpoints that are set aside are asked last, in this order otherwise.
  const [, second] = operation
    .status()
    .filter(({ name }) => nodes.includes(name))
    .toSorted((a, b) => Number(b.healthy) - Number(a.healthy));
  if (second === undefined || !second.healthy) return undefined;
  return silent(ask(queries, operation, { endpoint: second.name, maxAttempts: 1, timeoutMs: patienceMs }));
}
