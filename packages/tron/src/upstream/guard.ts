import { type HttpGuard, RejectedAnswer } from '@isochain/core/upstream';
import type { TronContext } from '../context.ts';
import { genesisId, latestBlock } from './queries/blocks.ts';
import { answerOf, type Query } from './query.ts';

/** How long an endpoint is trusted to be up to date, in milliseconds. */
const freshMs = 60_000;

/** Asks an endpoint which network it serves, once. Asks when its latest block was made, every minute. */
export function nodeGuard(context: Pick<TronContext, 'blockAge' | 'genesisId'>): readonly HttpGuard[] {
  const { blockAge } = context;
  const network = guardOf(genesisId, (found) => {
    if (found !== context.genesisId) throw new RejectedAnswer('it serves another network');
  });
  const clock = guardOf(latestBlock, ({ timestamp }) => blockAge.check(timestamp));
  return blockAge.oldestMs === 0 ? [network] : [network, { ...clock, forMs: freshMs }];
}

function guardOf<T>(query: Query<T>, accept: (value: T) => void): HttpGuard {
  return { request: query.request, accept: (answer) => accept(answerOf(query, answer)) };
}
