import { shortAddress } from '@isochain/core/upstream';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import type { AptosOptions } from '../options.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<AptosOptions, 'tokens'>;

/** The ticker of a token, and of APT for undefined. */
export type TickerOf = (token: TokenId | undefined) => string;

/**
 * Tickers of the known tokens. No endpoint is asked: the names that makers give their tokens prove nothing, and anybody can make a token that calls itself USDC.
 * Other tokens show a part of their address.
 *
 * @param options.tokens - The operator's tokens.
 */
export function tickersOf({ identity }: Pick<NamedChain, 'identity'>, { tokens = [] }: TokenOptions): TickerOf {
  const tickers = new Map(
    tokens.map(({ id, ticker }) => {
      const read = checkTokenId(id);
      return [read.ok ? read.canonical : id, ticker];
    }),
  );
  return (token) => {
    if (token === undefined) return identity.ticker;
    return tickers.get(token.text) ?? shortAddress(token.text.split('::')[0] ?? '');
  };
}
