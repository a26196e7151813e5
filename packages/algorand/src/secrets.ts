import type { KeyLikeIds } from '@isochain/core';

/** Say here which ids and public keys of the chains look like private keys: hashes of 32 bytes, say. What is not named is hidden in logs and refused. */
export const keyLikeIds: KeyLikeIds = {};
