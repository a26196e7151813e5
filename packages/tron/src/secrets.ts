import type { KeyLikeIds } from '@isochain/core';

/** A transaction id has 32 bytes. */
export const keyLikeIds: KeyLikeIds = { transaction: ['bytes32'] };
