import { type Operation, silent } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';
import { askOne } from './ask.ts';
import { checkStatus } from './guard.ts';
import { type NodeStatus, nodeStatus } from './queries/network.ts';

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
      const accept = (status: NodeStatus) => checkStatus(context, status);
      const asked = askOne(nodeStatus, operation, { endpoint, maxAttempts: 1, timeoutMs: patienceMs, accept });
      const status = await silent(asked);
      if (status !== undefined) roundSights.saw(endpoint, status.lastRound, status.ageMs);
    }),
  );
}
