import { type HttpGuard, servesAnotherChain } from '@isochain/core/upstream';
import * as z from 'zod';
import type { AptosContext } from '../context.ts';
import { u64 } from './fields.ts';
import { indexerQuery, nodeQuery, type Query } from './query.ts';

/** How long an endpoint is trusted to be up to date, in milliseconds. */
const freshMs = 60_000;

/** What a node says of its ledger: `GET /v1/`. */
const ledgerInfo = nodeQuery({
  path: '/',
  schema: z.object({ chain_id: z.int(), ledger_timestamp: u64 }),
  read: (raw) => ({ chainId: raw.chain_id, time: Number(raw.ledger_timestamp / 1_000n) }),
});

/** The chain that an indexer reads. */
const indexedChain = indexerQuery({
  name: 'ledger_infos',
  query: 'query chain { ledger_infos { chain_id } }',
  schema: z.object({ ledger_infos: z.array(z.object({ chain_id: u64 })).min(1) }),
  read: ({ ledger_infos }) => ledger_infos.map(({ chain_id }) => Number(chain_id)),
});

type GuardContext = Pick<AptosContext, 'blockAge' | 'chain'>;

/** Asks a node which chain it serves, and when its latest block was made, every minute. */
export function nodeGuard({ blockAge, chain }: GuardContext): readonly HttpGuard[] {
  const guard = guardOf(ledgerInfo, ({ chainId, time }) => {
    if (chainId !== chain.id) throw servesAnotherChain();
    blockAge.check(time);
  });
  return [blockAge.oldestMs === 0 ? guard : { ...guard, forMs: freshMs }];
}

/** Asks an indexer which chain it reads, once. */
export function indexerGuard({ chain }: GuardContext): readonly HttpGuard[] {
  return [
    guardOf(indexedChain, (chainIds) => {
      if (chainIds.some((chainId) => chainId !== chain.id)) throw servesAnotherChain();
    }),
  ];
}

function guardOf<T>(query: Query<T>, accept: (value: T) => void): HttpGuard {
  return { request: query.request, accept: (answer) => accept(query.read(answer)) };
}
