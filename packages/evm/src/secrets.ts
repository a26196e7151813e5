import type { KeyLikeIds } from '@isochain/core';

/** Hashes of transactions have 32 bytes, and the coordinates of public keys of secp256k1 64. */
export const keyLikeIds: KeyLikeIds = { transaction: ['bytes32'], publicKey: ['bytes64'] };
