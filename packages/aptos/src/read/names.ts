import { shortAddress } from '@isochain/core/upstream';
import type { TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import type { AptosOptions } from '../options.ts';
import { knownAptosTokens, metadataOf } from '../tokens/known-tokens.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<AptosOptions, 'tokens'>;

/** The ticker of a token, and of APT for undefined. */
export type TickerOf = (token: TokenId | undefined) => string;

/**
 * Tickers of the known tokens. No endpoint is asked: the names that makers give their tokens prove nothing, and anybody can make a token that calls itself USDC.
 * Other tokens show a part of their address. A coin and the fungible asset in its place are one token.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export function tickersOf(
  { chainId, identity }: Pick<NamedChain, 'chainId' | 'identity'>,
  { tokens }: TokenOptions,
): TickerOf {
  const known = new Map(knownAptosTokens(chainId, tokens).map(({ metadata, ticker }) => [metadata, ticker]));
  return (token) => {
    if (token === undefined) return identity.ticker;
    return known.get(metadataOf(token)) ?? shortAddress(token.text.split('::')[0] ?? '');
  };
}
