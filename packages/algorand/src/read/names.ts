import type { TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';

/** The ticker of an asset, and of ALGO for undefined. */
export type TickerOf = (token: TokenId | undefined) => string;

/** Dollars of Circle and of Tether, by the ids that both name in their documents of Algorand. */
const known: Readonly<Record<string, string>> = { '31566704': 'USDC', '312769': 'USDt' };

/**
 * Other assets are called by their ids. No endpoint is asked for names: the creator of an asset chooses them, and anybody can make one that calls itself USDC.
 */
export function tickersOf({ identity: { ticker } }: Pick<NamedChain, 'identity'>): TickerOf {
  return (token) => (token === undefined ? ticker : (known[token.toString()] ?? `ASA ${token}`));
}
