import type { KnownToken } from '@isochain/core/tokens';
import { shortAddress } from '@isochain/core/upstream';
import type { NamedChain } from '../chains.ts';
import { knownTronTokens } from '../tokens/known-tokens.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/** The ticker of a token by its id, and of TRX for undefined. */
export type TickerOf = (token: string | undefined) => string;

/**
 * Tickers of the known tokens. No endpoint is asked: the names that makers give their tokens prove nothing, and anybody can send a token that calls
 * itself USDT. Other tokens show a part of their address, or their number.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export function tickersOf({ identity }: Pick<NamedChain, 'identity'>, { tokens }: TokenOptions): TickerOf {
  const tickers = new Map(knownTronTokens(tokens).map(({ id, ticker }) => [id, ticker]));
  return (token) => {
    if (token === undefined) return identity.ticker;
    return tickers.get(token) ?? (/^\d+$/.test(token) ? token : shortAddress(token));
  };
}
