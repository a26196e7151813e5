import type { KnownToken } from '@isochain/core/tokens';
import type { NamedChain } from '../chains.ts';
import { knownJettons } from '../jettons/known-jettons.ts';
import type { Names } from './scene.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/**
 * Tickers of the known tokens. No endpoint is asked: the names that makers give their tokens prove nothing, and anybody can send a token that calls
 * itself USDT.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export function namesOf({ identity }: Pick<NamedChain, 'identity'>, { tokens }: TokenOptions): Names {
  const tickers = new Map(knownJettons(tokens).map(({ id, ticker }) => [id, ticker]));
  return { ticker: identity.ticker, tickerOf: (master) => tickers.get(master) };
}
