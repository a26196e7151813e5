import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { cleanText, type Operation } from '@isochain/core/upstream';
import { checkTokenId } from '../address/token-id.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { knownTronTokens } from '../tokens/known-tokens.ts';
import { knownFacts, lookUp } from '../tokens/look-up.ts';
import { maxTickerLength } from '../tokens/token-facts.ts';

type NamingContext = Pick<TronContext, 'identity' | 'tokenMemory'>;

/** The part of the options that names tokens. */
export type TokenOptions = Pick<TronOptions, 'tokens'>;

/** What tokens call themselves by the rows of an index: tickers by id. */
export type Symbols = ReadonlyMap<string, string>;

/**
 * Names what moved. Listed tokens have the ticker of the operator's or the bundled list. Others have the one that they were looked up with, as account
 * states show it, or that the index says; unless it imitates the coin or a listed token. Without any a token shows its number, or a part of its address.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export function assetsOf(
  { identity, tokenMemory }: NamingContext,
  { tokens }: TokenOptions,
  symbols: Symbols = new Map(),
): AssetOf {
  const listed = new Map(knownTronTokens(tokens).map(({ id, ticker }) => [id, ticker]));
  const taken = [identity.ticker, ...listed.values()];
  return (token) => {
    if (token === undefined) return { ticker: identity.ticker };
    const said = () => tokenMemory.get(token)?.facts?.ticker ?? cleanText(symbols.get(token) ?? '', maxTickerLength);
    return { ticker: listed.get(token) ?? distinctTicker(said(), token, taken), tokenId: token };
  };
}

/**
 * Tokens that something moved and that have no ticker yet.
 *
 * @param read - Reads it with any names of assets.
 */
export function namelessIn(
  context: NamingContext,
  options: TokenOptions,
  symbols: Symbols,
  read: (assetOf: AssetOf) => unknown,
): string[] {
  const asked = new Set<string>();
  read((token) => {
    if (token !== undefined) asked.add(token);
    return { ticker: '', tokenId: token };
  });
  return [...asked].filter((id) => !symbols.get(id) && knownFacts(context, options, id) === undefined);
}

/**
 * Looks tokens up in one round, and remembers them. Nothing depends on names, so what gets no answer keeps its id.
 *
 * @param most - Tokens that are looked up. What was looked up is remembered, so the next read goes on with others.
 */
export async function rememberTokens(
  context: TronContext,
  ids: readonly string[],
  most: number,
  operation: Operation,
): Promise<void> {
  const tokens = ids.flatMap((id) => {
    const checked = checkTokenId(id);
    return checked.ok ? [checked.value] : [];
  });
  await Promise.all(tokens.slice(0, most).map((token) => lookUp(context, token, operation)));
}
