import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { algorand } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = algorand;

export const recorded: RecordsHandIn = {
  name: 'algorand',
  folder: new URL('./', import.meta.url),
  chainIds: algorand.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  sent: ({ request }) =>
    request?.method === 'POST' && /\/v2\/transactions$/.test(request.path) ? request.body : undefined,
  scenes: async () => (await import('./scenes.ts')).scenes,
};
