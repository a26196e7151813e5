import type { Token } from '@isochain/core';
import { cleanText, shortAddress } from '@isochain/core/upstream';
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

/** A token as it stands in answers. One without any name shows a part of its id: clients print tickers. */
export function toToken(id: Address, { name, ticker, decimals }: TokenFacts): Token {
  const shown = ticker || shortAddress(id);
  return { type: 'ERC20', id, name: name || shown, ticker: shown, decimals: decimals.toString(), contractAddress: id };
}
