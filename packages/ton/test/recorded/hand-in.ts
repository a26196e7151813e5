import type { RecordsHandIn } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { ton } from '../../src/index.ts';

// How the records of this folder are replayed.

const family: Family = ton;

/** The paths that take messages: of toncenter v3, of toncenter v2, and of tonapi. */
const sends = /^\/(?:message|sendBoc\w*|blockchain\/message)$/;

export const recorded: RecordsHandIn = {
  name: 'ton',
  folder: new URL('./', import.meta.url),
  chainIds: ton.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  sent: ({ request }) =>
    request !== undefined && sends.test(request.path)
      ? (JSON.parse(request.body) as { readonly boc: string }).boc
      : undefined,
  scenes: async () => (await import('./scenes.ts')).scenes,
};
