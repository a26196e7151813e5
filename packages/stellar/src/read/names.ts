import { shortAddress } from '@isochain/core/upstream';
import type { TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';

/** The ticker of a token, and of XLM for undefined. */
export type TickerOf = (token: TokenId | undefined) => string;

/** Tickers are codes. Anybody may issue an asset with the code of the native coin: it is shown with a part of its issuer. */
export function tickersOf({ identity: { ticker } }: Pick<NamedChain, 'identity'>): TickerOf {
  return (token) => {
    if (token === undefined) return ticker;
    const { code, issuer } = token;
    return code.toUpperCase() === ticker ? `${code}:${shortAddress(issuer)}` : code;
  };
}
