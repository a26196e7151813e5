import type { Token } from '@isochain/core';

/** Tokens that clients can look up by their ticker: Circle's (https://developers.circle.com/stablecoins/usdc-contract-addresses). All others work by their id. */
export const knownTokens: readonly Token[] = [
  { type: 'ASA', id: '31566704', name: 'USDC', ticker: 'USDC', decimals: '6' },
];
