import { shortAddress } from '@isochain/core/upstream';
import type { TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import type { AptosOptions } from '../options.ts';
import { knownAptosTokens, metadataOf } from '../tokens/known-tokens.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<AptosOptions, 'tokens'>;

/** The ticker of a token, and of APT for undefined. */
export type TickerOf = (token: TokenId | undefined) => string;

/** How tokens are called in answers. */
export interface Names {
  readonly tickerOf: TickerOf;
  /** The id under which balances show the token: a known one may go as coin or as the asset in its place. */
  readonly idOf: (token: TokenId) => string;
}

/**
 * Names of the known tokens. No endpoint is asked: the names that makers give their tokens prove nothing, and anybody can make a token that calls itself USDC.
 * Other tokens show a part of their address.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export function namesOf(
  { chainId, identity }: Pick<NamedChain, 'chainId' | 'identity'>,
  { tokens }: TokenOptions,
): Names {
  const known = new Map(knownAptosTokens(chainId, tokens).map((token) => [token.metadata, token]));
  return {
    tickerOf: (token) =>
      token === undefined
        ? identity.ticker
        : (known.get(metadataOf(token))?.ticker ?? shortAddress(token.text.split('::')[0] ?? '')),
    idOf: (token) => known.get(metadataOf(token))?.id ?? token.text,
  };
}
