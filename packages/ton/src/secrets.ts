import type { KeyLikeIds } from '@isochain/core';

/** Raw addresses end with 32 bytes in hex, transactions are named by hashes of 32 bytes, and public keys have 32 bytes. */
export const keyLikeIds: KeyLikeIds = {
  account: ['bytes32'],
  token: ['bytes32'],
  validator: ['bytes32'],
  transaction: ['bytes32'],
  publicKey: ['bytes32'],
};
