import type { TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { assetInfo, assetSupply, coinInfo } from '../upstream/queries/tokens.ts';
import type { Query } from '../upstream/query.ts';
import { knownAptosTokens, metadataOf } from './known-tokens.ts';
import type { TokenFacts } from './token-facts.ts';

// Facts of tokens: the operator's own come first, then the bundled ones, then those that were looked up. An endpoint that lies cannot move the decimal
// point of a known token.

/**
 * What is known without asking. A coin and the fungible asset that takes its place have the same facts.
 *
 * @returns Undefined if a node must be asked. Undefined facts: it was asked, and it is no fungible token.
 */
export function knownFacts(
  { tokenMemory, chainId }: Pick<AptosContext, 'tokenMemory' | 'chainId'>,
  { tokens }: Pick<AptosOptions, 'tokens'>,
  token: TokenId,
): { readonly facts: TokenFacts | undefined } | undefined {
  const listed = knownAptosTokens(chainId, tokens);
  const known =
    listed.find(({ id }) => id === token.text) ?? listed.find((each) => each.metadata === metadataOf(token));
  if (known === undefined) return tokenMemory.get(token.text);
  const { name, ticker, decimals } = known;
  return { facts: { name, ticker, decimals } };
}

/** What a node is asked about a token. */
export type FactQuestions = {
  readonly facts: Query<TokenFacts | undefined>;
  readonly supply: Query<bigint | undefined>;
};

/** What a node says of a token. */
export interface FactAnswers {
  readonly facts?: TokenFacts | undefined;
  /** In the smallest unit. */
  readonly supply?: bigint | undefined;
}

/** The questions for a token, for a round with others. Coins are always fungible. */
export function factQuestions(token: TokenId): FactQuestions | Pick<FactQuestions, 'facts'> {
  if (token.kind === 'coin') return { facts: coinInfo(token.type) };
  return { facts: assetInfo(token.metadata), supply: assetSupply(token.metadata) };
}

/** Why there is no fungible token. */
type NoToken = { readonly missing: string } | { readonly single: string };

/** @returns The facts, or why there is no fungible token. */
export function readFacts(token: TokenId, { facts, supply }: FactAnswers): TokenFacts | NoToken {
  if (facts === undefined) {
    const missing =
      token.kind === 'coin' ? 'no module made a coin of this type' : 'no fungible asset is at this address';
    return { missing };
  }
  // Collections of tokens can be made of fungible assets.
  if (facts.decimals === 0 && supply === 1n) return { single: 'there is one piece of it only (NFT)' };
  return facts;
}
