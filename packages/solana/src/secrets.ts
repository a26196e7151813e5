import type { KeyLikeIds } from '@isochain/core';

/** A transaction id is a signature: 64 bytes in base58, like the private keys of wallets. An ed25519 public key has 32 bytes. */
export const keyLikeIds: KeyLikeIds = { transaction: ['base58of64'], publicKey: ['bytes32'] };
