import type { KeyLikeIds } from '@isochain/core';

/** Transaction ids have 32 bytes, and so have public keys of Babylon's finality providers. */
export const keyLikeIds: KeyLikeIds = { transaction: ['bytes32'], validator: ['bytes32'] };
