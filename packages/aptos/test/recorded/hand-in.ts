import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { aptos } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = aptos;

export const recorded: RecordsHandIn = {
  name: 'aptos',
  folder: new URL('./', import.meta.url),
  chainIds: aptos.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  headers: ['x-aptos-chain-id', 'x-aptos-ledger-timestampusec', 'x-aptos-ledger-version'],
  sent: ({ request }) =>
    request?.method === 'POST' && request.path.endsWith('/transactions') ? request.body : undefined,
  scenes: async () => (await import('./scenes.ts')).scenes,
};
