import { type Operation, silent } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';
import { ask } from './ask.ts';
import { checkStatus } from './guard.ts';
import { latestRound } from './latest-round.ts';
import { nodeStatus, suggested } from './queries/network.ts';

/** With three nodes, one that lies is outvoted. */
const mostNodes = 3;

/**
 * Asks nodes for their rounds that did not tell them lately: three at most, by one attempt each. If there is only one node, nothing is asked. A slow node does not
 * hold up encode for long: its answer counts for the next one.
 */
export async function lookAtRounds(
  context: Pick<AlgorandContext, 'endpointsOf' | 'roundSights' | 'blockAge' | 'now'>,
  operation: Operation,
): Promise<void> {
  const { roundSights, endpointsOf } = context;
  const nodes = endpointsOf('algod');
  if (nodes.length < 2) return;
  // One that failed lately is not waited for.
  const healthy = operation.status().filter(({ name, healthy }) => healthy && nodes.includes(name));
  const wanted = healthy.slice(0, mostNodes).filter(({ name }) => roundSights.isWanted(name));
  if (wanted.length === 0) return;
  const looking = Promise.all(wanted.map(({ name }) => lookAt(context, name, operation)));
  operation.background(looking);
  await waitFor(looking, roundSights.patienceMs);
}

async function lookAt(
  context: Pick<AlgorandContext, 'roundSights' | 'blockAge' | 'now'>,
  endpoint: string,
  operation: Operation,
): Promise<void> {
  const { roundSights, now } = context;
  roundSights.asks(endpoint);
  const asked = ask({ status: nodeStatus, terms: suggested }, operation, {
    ...{ endpoint, maxAttempts: 1 },
    accept: ({ status, terms }) => {
      // One that contradicts itself must not make others look as if they were ahead.
      latestRound([status.lastRound, terms.lastRound], now());
      checkStatus(context, status);
    },
  });
  const found = await silent(asked);
  if (found !== undefined) roundSights.saw(endpoint, found.status.lastRound, found.status.ageMs);
}

/** Waits for some work, but no longer than so many milliseconds. */
async function waitFor(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, end]).finally(() => clearTimeout(timer));
}
