import type { KeyLikeIds } from '@isochain/core';

/** Addresses, public keys and transaction ids have 32 bytes, as private keys have. */
export const keyLikeIds: KeyLikeIds = {
  account: ['bytes32'],
  token: ['bytes32'],
  validator: ['bytes32'],
  publicKey: ['bytes32'],
  transaction: ['bytes32'],
};
