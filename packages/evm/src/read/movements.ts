import { type AssetOf, type Leg, pair } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { type Address, addressNumber } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { KnownToken } from '../token-lists/known-tokens.ts';

/** Something that moved. Amounts in wei, or in the token's smallest unit. */
export interface Movement {
  /** Undefined for coins or tokens that were made. */
  readonly from: Address | undefined;
  /** Undefined for those that were destroyed. */
  readonly to: Address | undefined;
  readonly amount: bigint;
  /** Undefined for the chain's coin. */
  readonly token: Address | undefined;
}

/** What each account gave and got. Nobody gave tokens that are new: ERC-20 logs these as sent by the zero address. */
export function legsOf(movements: readonly Movement[]): Leg<Address>[] {
  return movements.flatMap(({ from: sender, to, amount, token }): Leg<Address>[] => {
    const isNew = token !== undefined && sender !== undefined && addressNumber(sender) === 0n;
    const from = isNew ? undefined : sender;
    if (from !== undefined && to !== undefined) return pair<Address>(from, to, amount, token);
    if (from !== undefined) return [{ way: 'out', address: from, amount, token }];
    return to === undefined ? [] : [{ way: 'in', address: to, amount, token }];
  });
}

/** The distinct tokens that moved. */
export function tokensIn(movements: readonly Movement[]): Address[] {
  return [...new Set(movements.flatMap(({ token }) => token ?? []))];
}

/** How answers name coins and tokens of one chain. */
export interface Assets {
  readonly assetOf: AssetOf<Address>;
  /** Whether a token is the listed one that stands for the chain's coin, such as WETH. */
  isWrapped(token: Address): boolean;
}

/**
 * @param known - Bundled and configured tokens: their tickers are believed.
 * @param told - Tickers of other tokens, as their contracts or an explorer tell them.
 */
export function assetsOf(
  { identity }: Pick<EvmContext, 'identity'>,
  known: readonly KnownToken[],
  told: ReadonlyMap<Address, string>,
): Assets {
  const listed = new Map(known.map((token) => [token.id, token]));
  const taken = [identity.ticker, ...known.map(({ ticker }) => ticker)];
  const tickers = new Map<Address, string>();
  const tickerOf = (token: Address): string => {
    const found =
      tickers.get(token) ?? listed.get(token)?.ticker ?? distinctTicker(told.get(token) ?? '', token, taken);
    tickers.set(token, found);
    return found;
  };
  // The coins of some test networks have a small t in front (tBNB, tRBTC), and their wrapped tokens do not.
  const wrapped = `W${identity.ticker.replace(/^t(?=[A-Z])/, '')}`.toUpperCase();
  return {
    assetOf: (token) =>
      token === undefined ? { ticker: identity.ticker } : { ticker: tickerOf(token), tokenId: token },
    isWrapped: (token) => listed.get(token)?.ticker.toUpperCase() === wrapped,
  };
}
