import type { TronOptions } from '../options.ts';
import { knownTronTokens } from '../tokens/known-tokens.ts';

/**
 * What a warning calls a balance that could not be read. Only listed tokens have their ticker in it: others choose any text.
 *
 * @param id - The number of a TRC-10 token, or the address of a contract in base58.
 */
export function unreadBalance({ tokens }: Pick<TronOptions, 'tokens'>, id: string | undefined): string {
  const known = knownTronTokens(tokens).find((token) => token.id === id);
  return known === undefined ? 'a token balance' : `the balance of ${known.ticker}`;
}
