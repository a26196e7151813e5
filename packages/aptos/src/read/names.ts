import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { type Operation, shortAddress, silent } from '@isochain/core/upstream';
import { assetToken, type TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { knownAptosTokens, metadataOf } from '../tokens/known-tokens.ts';
import { factQuestions } from '../tokens/look-up.ts';
import type { TokenFacts } from '../tokens/token-facts.ts';
import { ask } from '../upstream/ask.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<AptosOptions, 'tokens'>;

/** What naming tokens needs of a chain. */
export type NamingContext = Pick<AptosContext, 'chain' | 'chainId' | 'identity' | 'tokenMemory'>;

/** How tokens are called in answers. */
export interface Names {
  readonly assetOf: AssetOf<TokenId>;
  /** The id under which balances show the token: a known one may go as coin or as the asset in its place. */
  readonly idOf: (token: TokenId) => string;
}

/** Tokens that one answer looks up: each takes a request. Below the 50 requests of Workers' free plan. */
const mostLookUps = 10;

/**
 * How tokens are called. Listed tokens have their tickers. All others have the one that the chain tells, as in the account state and in `/token`, unless it imitates
 * a listed one: anybody can make a token that calls itself USDC. Those that are not remembered are asked of a node, all in one round. A node that gives no answer
 * fails nothing.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 * @param moved - The tokens of the answer. No others are looked up.
 */
export async function readNames(
  context: NamingContext,
  { tokens }: TokenOptions,
  moved: readonly TokenId[],
  operation: Operation,
): Promise<Names> {
  const { chainId, identity, tokenMemory } = context;
  const known = new Map(knownAptosTokens(chainId, tokens).map((token) => [token.metadata, token]));
  const unknown = new Map(
    moved
      .filter((token) => !known.has(metadataOf(token)) && rememberedOf(tokenMemory, token) === undefined)
      .map((token) => [token.text, token]),
  );
  const found = await lookUp(context, [...unknown.values()].slice(0, mostLookUps), operation);
  const taken = [identity.ticker, ...[...known.values()].map(({ ticker }) => ticker)];
  const tickerOf = (token: TokenId) => {
    const ticker = found.get(token.text)?.ticker ?? rememberedOf(tokenMemory, token)?.facts?.ticker;
    const isDistinct = ticker !== undefined && distinctTicker(ticker, token.text, taken) === ticker;
    return isDistinct ? ticker : partOf(token);
  };
  const idOf = (token: TokenId) => known.get(metadataOf(token))?.id ?? token.text;
  return {
    assetOf: (token) =>
      token === undefined
        ? { ticker: identity.ticker }
        : { ticker: known.get(metadataOf(token))?.ticker ?? tickerOf(token), tokenId: idOf(token) },
    idOf,
  };
}

/** A coin has the same facts as the asset that takes its place. */
function rememberedOf(memory: NamingContext['tokenMemory'], token: TokenId) {
  return memory.get(token.text) ?? memory.get(assetToken(metadataOf(token)).text);
}

async function lookUp(
  context: NamingContext,
  tokens: readonly TokenId[],
  operation: Operation,
): Promise<ReadonlyMap<string, TokenFacts>> {
  if (tokens.length === 0) return new Map();
  const questions = Object.fromEntries(tokens.map((token) => [token.text, factQuestions(token).facts]));
  const answers = (await silent(ask(context, questions, operation))) ?? {};
  const found = new Map<string, TokenFacts>();
  for (const token of tokens) {
    const facts = answers[token.text];
    if (facts === undefined) continue;
    found.set(token.text, facts);
    // It may be a piece of a collection, which is no token: see `readFacts`.
    if (token.kind === 'coin' || facts.decimals > 0) context.tokenMemory.set(token.text, { facts });
  }
  return found;
}

/** A part of the id. One account can make many coins, so the name of a coin is a part of it. */
function partOf(token: TokenId): string {
  const [address = '', ...names] = token.text.split('::');
  return [shortAddress(address), ...names].join('::');
}
