import type { KeyLikeIds } from '@isochain/core';

/** Addresses, hashes and public keys are numbers of the field: they have as many digits as private keys. */
export const keyLikeIds: KeyLikeIds = {
  transaction: ['bytes32'],
  account: ['bytes32'],
  token: ['bytes32'],
  validator: ['bytes32'],
  publicKey: ['bytes32'],
};
