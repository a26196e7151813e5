import type { Token } from '@isochain/core';
import { cleanText } from '@isochain/core/upstream';
import type { TokenId } from '../address/token-id.ts';

/** What is known of a token. */
export interface TokenFacts {
  readonly name: string;
  readonly ticker: string;
  /** One token is 10^decimals of its smallest unit. */
  readonly decimals: number;
}

/** The longest ticker that is shown. */
const maxTickerLength = 32;

/** The type of tokens in answers: clients of services with this interface send and expect it for coins and fungible assets alike. */
const tokenType = 'APTOS_COIN';

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
export function toToken({ text }: TokenId, { name, ticker, decimals }: TokenFacts): Token {
  return { type: tokenType, id: text, name, ticker, decimals: decimals.toString(), contractAddress: text };
}
