import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { cosmos } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = cosmos;

export const recorded: RecordsHandIn = {
  name: 'cosmos',
  folder: new URL('./', import.meta.url),
  chainIds: cosmos.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  sent({ request }) {
    if (request?.path !== '/cosmos/tx/v1beta1/txs') return undefined;
    return (JSON.parse(request.body) as { tx_bytes: string }).tx_bytes;
  },
  scenes: async () => (await import('./scenes.ts')).scenes,
};
