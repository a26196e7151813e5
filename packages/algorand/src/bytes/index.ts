import type { Bytes } from '@isochain/core';
import type { Algorand } from '../types.ts';

/** The half without a network: identifiers, and transactions from completed data to signed bytes. */
export function bytesOf(chainId: Algorand['chainId']): Bytes<Algorand> {
  throw new Error(
    `packages/algorand/src/bytes/index.ts makes no bytes for ${chainId} yet (docs/add-a-family.md#2-the-contract).`,
  );
}
