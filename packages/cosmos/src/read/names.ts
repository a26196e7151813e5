import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker, type KnownToken } from '@isochain/core/tokens';
import type { Operation } from '@isochain/core/upstream';
import type { CosmosContext } from '../context.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';
import { readTokenFacts } from '../upstream/token-facts.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/** Whether a token is one of the bundled or the operator's list. */
export async function listedTokens(context: CosmosContext, { tokens }: TokenOptions): Promise<(id: string) => boolean> {
  const listed = new Set((await knownTokens(context, tokens)).map(({ id }) => id));
  return (id) => listed.has(id);
}

/**
 * Names the tokens of an answer, as account states do: listed ones without any node, others as remembered, or as the chain tells them in one more
 * round. A ticker that imitates the coin or a listed token gives way to a part of the id. Without an answer, tokens are called by their ids.
 */
export async function nameTokens(
  context: CosmosContext,
  options: TokenOptions,
  ids: Iterable<string>,
  operation: Operation,
): Promise<AssetOf> {
  const listed = new Map((await knownTokens(context, options.tokens)).map(({ id, ticker }) => [id, ticker]));
  const facts = await readTokenFacts(context, options, [...ids], operation);
  const taken = [context.identity.ticker, ...listed.values()];
  return (token) => {
    if (token === undefined) return { ticker: context.identity.ticker };
    const ticker = listed.get(token) ?? distinctTicker(facts.get(token)?.ticker ?? token, token, taken);
    return { ticker, tokenId: token };
  };
}
