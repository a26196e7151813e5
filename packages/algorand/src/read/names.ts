import type { TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';

/** The ticker of an asset, and of ALGO for undefined. */
export type TickerOf = (token: TokenId | undefined) => string;

/** Assets are named by their ids: anybody can make an asset that calls itself USDC. */
export function tickersOf({ identity: { ticker } }: Pick<NamedChain, 'identity'>): TickerOf {
  return (token) => (token === undefined ? ticker : token.toString());
}
