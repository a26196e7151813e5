import { type HttpGuard, RejectedAnswer, servesAnotherChain } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';
import { latestRound } from './latest-round.ts';
import { type NodeStatus, nodeStatus, suggested } from './queries/network.ts';
import type { Query } from './query.ts';

/** How long an endpoint is trusted to be up to date, in milliseconds. */
const freshMs = 60_000;

/** Asks a node which network it serves, once, and how up to date it is, every minute. The hash of the genesis proves the network. */
export function algodGuard(context: Pick<AlgorandContext, 'blockAge' | 'chain' | 'now'>): readonly HttpGuard[] {
  const network = guardOf(suggested, ({ genesisHash }) => {
    if (genesisHash !== context.chain.genesisHash) throw servesAnotherChain();
  });
  const clock = guardOf(nodeStatus, (status) => checkStatus(context, status));
  return [network, { ...clock, forMs: freshMs }];
}

function guardOf<T>(query: Query<T>, accept: (value: T) => void): HttpGuard {
  return { request: query.request, accept: (answer) => accept(query.read(answer)) };
}

/**
 * Refuses a node that is behind the network: what it says about balances is old. The age of its latest round is not checked if the operator switched that off.
 *
 * @throws RejectedAnswer or StandingStill.
 */
export function checkStatus(
  { blockAge, now }: Pick<AlgorandContext, 'blockAge' | 'now'>,
  { ageMs, isBehind, lastRound }: NodeStatus,
): void {
  if (isBehind) throw new RejectedAnswer('it is behind the network', 'unavailable');
  latestRound([lastRound], now());
  // Last: the answer of a node that stands still may be all that there is.
  blockAge.check(now() - ageMs);
}
