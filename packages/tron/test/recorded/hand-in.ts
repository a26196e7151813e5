import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { tron } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = tron;

export const recorded: RecordsHandIn = {
  name: 'tron',
  folder: new URL('./', import.meta.url),
  chainIds: tron.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  sent: ({ request }) =>
    request?.path === '/wallet/broadcasthex'
      ? (JSON.parse(request.body) as { readonly transaction: string }).transaction
      : undefined,
  scenes: async () => (await import('./scenes.ts')).scenes,
};
