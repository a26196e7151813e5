import type { Bytes } from '@isochain/core';
import type { Stellar } from '../types.ts';

/** The half without a network: identifiers, and transactions from completed data to signed bytes. */
export function bytesOf(chainId: Stellar['chainId']): Bytes<Stellar> {
  throw new Error(
    `packages/stellar/src/bytes/index.ts makes no bytes for ${chainId} yet (docs/add-a-family.md#2-the-contract).`,
  );
}
