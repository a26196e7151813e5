import type { Token } from '@isochain/core';
import { cleanText } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';

/** What is known of a token. */
export interface TokenFacts {
  readonly name: string;
  readonly ticker: string;
  /** One token is 10^decimals of its smallest unit. */
  readonly decimals: number;
}

/** The longest ticker that is shown. */
const maxTickerLength = 32;

/** Makes names safe to show: the maker of a token chooses them. A token without a name has its ticker's, and the other way round. */
export function cleanFacts({ name, ticker, decimals }: TokenFacts): TokenFacts {
  const [cleanName, cleanTicker] = [cleanText(name), cleanText(ticker, maxTickerLength)];
  return {
    name: cleanName || cleanTicker,
    ticker: cleanTicker || cleanText(cleanName, maxTickerLength),
    decimals,
  };
}

/** A token as it stands in answers. */
export function toToken(id: Address, { name, ticker, decimals }: TokenFacts): Token {
  return { type: 'ERC20', id, name, ticker, decimals: decimals.toString(), contractAddress: id };
}
