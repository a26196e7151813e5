import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { starknet } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = starknet;

export const recorded: RecordsHandIn = {
  name: 'starknet',
  folder: new URL('./', import.meta.url),
  chainIds: starknet.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  sent: ({ call }) =>
    call?.method.startsWith('starknet_add') === true
      ? JSON.stringify(Object.values(call.params as object)[0])
      : undefined,
  scenes: async () => (await import('./scenes.ts')).scenes,
};
