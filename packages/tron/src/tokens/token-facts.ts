import type { Token } from '@isochain/core';
import { cleanText } from '@isochain/core/upstream';
import { toBase58Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';

/** What is known of a token. */
export interface TokenFacts {
  readonly name: string;
  readonly ticker: string;
  /** One token is 10^decimals of its smallest unit. */
  readonly decimals: number;
}

/** The longest ticker that is shown. */
export const maxTickerLength = 32;

/** Makes names safe to show: the maker of a token chooses them. A token without a name has its ticker's, and the other way round. */
export function cleanFacts({ name, ticker, decimals }: TokenFacts): TokenFacts {
  const [cleanName, cleanTicker] = [cleanText(name), cleanText(ticker, maxTickerLength)];
  return {
    name: cleanName || cleanTicker,
    ticker: cleanTicker || cleanText(cleanName, maxTickerLength),
    decimals,
  };
}

/** The id of a token in answers: its number, or the address of its contract in base58. */
export function textOfToken(token: TokenId): string {
  return token.type === 'TRC10' ? token.id : toBase58Address(token.contract);
}

/** A token as it stands in answers. */
export function toToken(token: TokenId, { name, ticker, decimals }: TokenFacts): Token {
  const id = textOfToken(token);
  const facts = { type: token.type, id, name, ticker, decimals: decimals.toString() };
  return token.type === 'TRC10' ? facts : { ...facts, contractAddress: id };
}
