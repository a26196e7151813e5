import type { KeyLikeIds } from '@isochain/core';

/** Public keys may be sent as hex, and have 32 bytes, as private keys have. */
export const keyLikeIds: KeyLikeIds = {
  publicKey: ['bytes32'],
};
