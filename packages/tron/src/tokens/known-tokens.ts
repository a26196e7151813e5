import { type KnownToken, knownTokens, type ListedToken } from '@isochain/core/tokens';

/**
 * Tokens with facts that need no endpoint. Sources: for Tether https://tether.to/en/supported-protocols; for BitTorrent
 * https://tronscan.org/#/token/1002000, linked by trustwallet/assets, blockchains/tron/assets/1002000.
 */
const bundledTokens: readonly ListedToken[] = [
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT', 'Tether USD', 6],
  ['1002000', 'BTT', 'BitTorrent', 6],
];

/** The operator's tokens first, then the bundled ones. */
export function knownTronTokens(configured: readonly KnownToken[] = []): readonly KnownToken[] {
  // Ids have one form only, and the options have checked it.
  return knownTokens(configured, bundledTokens, (id) => id);
}
