import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { utxo } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = utxo;

export const recorded: RecordsHandIn = {
  name: 'utxo',
  folder: new URL('./', import.meta.url),
  chainIds: utxo.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  // Nodes are sent a transaction in a call, and indexers in a request of their own.
  sent({ call, request }) {
    if (call !== undefined) return call.method === 'sendrawtransaction' ? (call.params as [string])[0] : undefined;
    return request?.method === 'POST' ? request.body : undefined;
  },
  scenes: async () => (await import('./scenes.ts')).scenes,
};
