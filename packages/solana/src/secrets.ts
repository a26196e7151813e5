import type { KeyLikeIds } from '@isochain/core';

/** Signatures, which are the ids of transactions, have 64 bytes in base58, as private keys of wallets have. Public keys of ed25519 have 32 bytes. */
export const keyLikeIds: KeyLikeIds = { transaction: ['base58of64'], publicKey: ['bytes32'] };
