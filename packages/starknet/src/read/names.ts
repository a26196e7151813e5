import type { KnownToken } from '@isochain/core/tokens';
import { shortAddress } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { knownTokens } from '../tokens/known-tokens.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/** The ticker of a token by its id, and of STRK for undefined. */
export type TickerOf = (token: Address | undefined) => string;

/**
 * Tickers of the known tokens: the operator's and the bundled ones. No node is asked: the names that makers give their tokens prove nothing, and anybody can
 * make a token that calls itself USDC. Other tokens show a part of their address.
 *
 * @param options.tokens - The operator's tokens.
 */
export async function tickersOf(
  { chainId, identity }: Pick<NamedChain, 'chainId' | 'identity'>,
  options: TokenOptions,
): Promise<TickerOf> {
  const tickers = new Map((await knownTokens({ chainId }, options)).map(({ id, ticker }) => [id, ticker]));
  return (token) => (token === undefined ? identity.ticker : (tickers.get(token) ?? shortAddress(token)));
}
