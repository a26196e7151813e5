import type { KeyLikeIds } from '@isochain/core';

/** Transactions are named by hashes of 32 bytes in hex, and so are denominations that came over IBC: `ibc/` and a hash. */
export const keyLikeIds: KeyLikeIds = { transaction: ['bytes32'], token: ['bytes32AfterSlash'] };
