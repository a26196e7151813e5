import { type Operation, silent } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';
import { ask } from './ask.ts';
import { checkStatus } from './guard.ts';
import { latestRound } from './latest-round.ts';
import { nodeStatus, suggested } from './queries/network.ts';

/** How long to wait for a node, in milliseconds. A slow one must not hold up encode. */
const patienceMs = 1_500;

/** With three nodes, one that lies is outvoted. */
const mostNodes = 3;

/** Asks nodes for their rounds that did not tell them lately: three at most, by one attempt each. If there is only one node, nothing is asked. */
export async function lookAtRounds(
  context: Pick<AlgorandContext, 'endpointsOf' | 'roundSights' | 'blockAge' | 'now'>,
  operation: Operation,
): Promise<void> {
  const { roundSights, endpointsOf } = context;
  const nodes = endpointsOf('algod');
  if (nodes.length < 2) return;
  // One that failed lately is not waited for.
  const healthy = operation.status().filter(({ name, healthy }) => healthy && nodes.includes(name));
  const wanted = healthy.slice(0, mostNodes).filter(({ name }) => !roundSights.isFresh(name));
  await Promise.all(
    wanted.map(async ({ name: endpoint }) => {
      const asked = ask({ status: nodeStatus, terms: suggested }, operation, {
        ...{ endpoint, maxAttempts: 1, timeoutMs: patienceMs },
        accept: ({ status, terms }) => {
          // One that contradicts itself must not make others look as if they were ahead.
          latestRound([status.lastRound, terms.lastRound], context.now());
          checkStatus(context, status);
        },
      });
      const found = await silent(asked);
      if (found !== undefined) roundSights.saw(endpoint, found.status.lastRound, found.status.ageMs);
    }),
  );
}
