import type { ChainFamily } from '@isochain/core';
import { bytesOf } from './bytes/index.ts';
import { chainIds } from './chains.ts';
import { optionsSchema } from './options.ts';
import type { Stellar } from './types.ts';

/** The Stellar family: wired from the files beside this one, no logic of its own. */
export const stellarFamily: ChainFamily<Stellar> = {
  name: 'stellar',
  chainIds,
  optionsSchema,
  // One entry for each interface that the family speaks, with the guard that tells its chains apart.
  upstreams: { node: { isDefault: true, isNode: true } },
  publicEndpoints: () => [],
  context: () => undefined,
  bytes: bytesOf,
  open({ chainId }) {
    throw new Error(
      `packages/stellar/src/family.ts does not open ${chainId} yet (docs/add-a-family.md#2-the-contract).`,
    );
  },
};
