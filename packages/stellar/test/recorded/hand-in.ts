import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { stellar } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = stellar;

export const recorded: RecordsHandIn = {
  name: 'stellar',
  folder: new URL('./', import.meta.url),
  chainIds: stellar.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  headers: ['latest-ledger'],
  sent: ({ request }) =>
    request?.method === 'POST' && /\/transactions(_async)?$/.test(request.path) ? request.body : undefined,
  scenes: async () => (await import('./scenes.ts')).scenes,
};
