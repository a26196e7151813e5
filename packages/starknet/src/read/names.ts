import { shortAddress } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { knownTokens } from '../tokens/known-tokens.ts';
import { eth } from '../tokens/native.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<StarknetOptions, 'tokens'>;

/** The ticker of a token by its id, and of STRK for undefined. */
export type TickerOf = (token: Address | undefined) => string;

/**
 * Tickers of the known tokens. No node is asked: the names that makers give their tokens prove nothing, and anybody can make a token that calls itself USDC.
 * Other tokens show a part of their address.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export async function tickersOf(
  context: Pick<StarknetContext, 'chainId' | 'identity'>,
  options: TokenOptions,
): Promise<TickerOf> {
  const known = await knownTokens(context, options);
  // Old fees are in ETH, whatever the lists hold.
  const tickers = new Map([[eth, 'ETH'], ...known.map(({ id, ticker }) => [id, ticker] as const)]);
  return (token) => (token === undefined ? context.identity.ticker : (tickers.get(token) ?? shortAddress(token)));
}
