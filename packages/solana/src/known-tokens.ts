import type { Token } from '@isochain/core';
import { toToken, wrappedSolFacts } from './upstream/token-metadata.ts';
import { wrappedSol } from './well-known.ts';

/** The mint of Circle's token (https://developers.circle.com/stablecoins/usdc-contract-addresses). */
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** Tokens that clients can look up by their ticker. All others work by their id. */
export const knownTokens: readonly Token[] = [
  toToken(wrappedSol, wrappedSolFacts),
  toToken(usdc, { type: 'SPL', name: 'USD Coin', ticker: 'USDC', decimals: 6, isFungible: true }),
];
