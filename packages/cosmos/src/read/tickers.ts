import type { KnownToken } from '@isochain/core/tokens';
import type { NamedChain } from '../chains.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/**
 * Finds tickers without asking a node: a page of a history may name dozens of tokens, and the names that their makers give them prove nothing.
 *
 * @param configured - The operator's tokens. They come before the bundled list.
 */
export async function readTickers(
  named: NamedChain,
  configured: readonly KnownToken[] = [],
): Promise<(denom: string) => string | undefined> {
  const tokens = await knownTokens(named, configured);
  const tickers = new Map(tokens.toReversed().map(({ id, ticker }) => [id, ticker]));
  return (denom) => tickers.get(denom);
}
