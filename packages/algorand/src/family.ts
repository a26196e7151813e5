import type { ChainFamily } from '@isochain/core';
import { bytesOf } from './bytes/index.ts';
import { chainIds } from './chains.ts';
import { optionsSchema } from './options.ts';
import type { Algorand } from './types.ts';

/** The Algorand family: wired from the files beside this one, no logic of its own. */
export const algorandFamily: ChainFamily<Algorand> = {
  name: 'algorand',
  chainIds,
  optionsSchema,
  // One entry for each interface that the family speaks, with the guard that tells its chains apart.
  upstreams: { node: { isDefault: true, isNode: true } },
  publicEndpoints: () => [],
  context: () => undefined,
  bytes: bytesOf,
  open({ chainId }) {
    throw new Error(
      `packages/algorand/src/family.ts does not open ${chainId} yet (docs/add-a-family.md#2-the-contract).`,
    );
  },
};
