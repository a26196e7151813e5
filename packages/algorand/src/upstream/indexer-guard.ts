import { type HttpGuard, servesAnotherChain } from '@isochain/core/upstream';
import * as z from 'zod';
import type { AlgorandContext } from '../context.ts';
import { restQuery } from './query.ts';

/** The hash of the genesis, in base64, as the first block holds it. Undefined if the indexer does not have that block. */
const genesisHash = restQuery<{ 'genesis-hash': string }, string | undefined>({
  kind: 'indexer',
  path: '/v2/blocks/1',
  route: '/v2/blocks/{round}',
  schema: z.object({ 'genesis-hash': z.string() }),
  read: (block) => block['genesis-hash'],
  refused: () => ({ value: undefined }),
});

/**
 * Asks an indexer which network it serves, once. Blocks hold the hash of the genesis. One that keeps no old blocks is asked nothing more: the ids of what it lists
 * prove the network. How far it is behind shows in its answers (read/history.ts).
 */
export function indexerGuard({ chain }: Pick<AlgorandContext, 'chain'>): readonly HttpGuard[] {
  return [
    {
      request: genesisHash.request,
      accept: (answer) => {
        const found = genesisHash.read(answer);
        if (found !== undefined && found !== chain.genesisHash) throw servesAnotherChain();
      },
    },
  ];
}
