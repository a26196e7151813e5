import type { KnownToken } from '@isochain/core/tokens';
import { shortAddress } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { eth } from '../tokens/native.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/** The ticker of a token by its id, and of STRK for undefined. */
export type TickerOf = (token: Address | undefined) => string;

/**
 * Tickers of the known tokens. No node is asked: the names that makers give their tokens prove nothing, and anybody can make a token that calls itself USDC.
 * Other tokens show a part of their address.
 *
 * @param options.tokens - The operator's tokens.
 */
export function tickersOf({ identity }: Pick<NamedChain, 'identity'>, { tokens = [] }: TokenOptions): TickerOf {
  const tickers = new Map<string, string>([[eth, 'ETH'], ...tokens.map(({ id, ticker }) => [id, ticker] as const)]);
  return (token) => (token === undefined ? identity.ticker : (tickers.get(token) ?? shortAddress(token)));
}
