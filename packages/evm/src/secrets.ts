import type { KeyLikeIds } from '@isochain/core';

/** A transaction hash has 32 bytes. The coordinates of a secp256k1 public key have 64. */
export const keyLikeIds: KeyLikeIds = { transaction: ['bytes32'], publicKey: ['bytes64'] };
