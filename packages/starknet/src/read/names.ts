import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { ask, type Operation, shortAddress, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import type { KnownToken } from '../tokens/known-tokens.ts';
import {
  collectionQuestions,
  type FactAnswers,
  factQuestions,
  hasNoDecimals,
  isCollection,
  readFacts,
} from '../tokens/look-up.ts';
import { eth, strk } from '../tokens/native.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<StarknetOptions, 'tokens'>;

/** The part of the context that remembers tokens. */
export type TokenMemories = Pick<StarknetContext, 'tokenMemory' | 'collectibles'>;

/** Most tokens whose names are looked up for one answer. Our own choice: with five questions each they are few batches. */
const mostNames = 20;

/** Most tokens that are asked what they are. What more of them moved is left out: a thief may let many contracts write events before the one that matters. */
const mostLookUps = 200;

/** What is known of the tokens of an answer. */
export interface Assets {
  readonly assetOf: AssetOf<Address>;
  /**
   * Whether a contract has no decimals, or says that it is a collection. Its events tell numbers of collectibles then, and not amounts. False where that is not known: real deposits must
   * not be lost because a node gave no answer.
   */
  readonly isCollectible: (token: Address) => boolean;
  /** Whether it was one too many to be looked up. */
  readonly isSkipped: (token: Address) => boolean;
}

/**
 * How tokens are called, and which of them are collectibles. Listed tokens have their tickers. All others have the one that their contract tells, as in `/token`, unless it imitates a listed one: anybody
 * can make a token that calls itself USDC. Those that are not remembered are asked in one round. A node that gives no answer fails nothing.
 *
 * @param known - Those of the operator and of the bundled list.
 * @param moved - The tokens of the answer, those that matter most first. No others are looked up.
 */
export async function readAssets(
  { identity, tokenMemory, collectibles }: Pick<StarknetContext, 'identity'> & TokenMemories,
  known: readonly KnownToken[],
  moved: readonly Address[],
  operation: Operation,
): Promise<Assets> {
  // Old fees are in ETH, whatever the lists hold.
  const listed = new Map([[eth, 'ETH'], ...known.map(({ id, ticker }) => [id, ticker] as const)]);
  const unknown = [...new Set(moved)].filter(
    (id) => id !== strk && !listed.has(id) && tokenMemory.get(id) === undefined && collectibles.get(id) === undefined,
  );
  await lookUp({ tokenMemory, collectibles }, unknown.slice(0, mostLookUps), operation);
  const skipped = new Set(unknown.slice(mostLookUps));
  const taken = [identity.ticker, ...listed.values()];
  return {
    assetOf(token) {
      if (token === undefined || token === strk) return { ticker: identity.ticker };
      const own = tokenMemory.get(token)?.facts.ticker;
      const ticker = listed.get(token) ?? (own === undefined ? shortAddress(token) : distinctTicker(own, token, taken));
      return { ticker, tokenId: token };
    },
    // What the operator lists is a token, whatever its contract says.
    isCollectible: (token) => !listed.has(token) && collectibles.get(token) === true,
    isSkipped: (token) => skipped.has(token),
  };
}

async function lookUp(
  { tokenMemory, collectibles }: TokenMemories,
  tokens: readonly Address[],
  operation: Operation,
): Promise<void> {
  if (tokens.length === 0) return;
  const questions = tokens.flatMap((id, i) => {
    const { decimals, ...names } = factQuestions(id);
    const { isCollection, ...newer } = collectionQuestions(id);
    // Only collections of Cairo 0 write events that look like those of tokens.
    const asked = { decimals, isCollection, ...(i < mostNames ? { ...names, ...newer } : {}) };
    return Object.entries(asked).map(([part, question]) => [`${part} ${id}`, question] as const);
  });
  const answers = await silent(ask(operation, Object.fromEntries(questions), { mayLag: true }));
  if (answers === undefined) return;
  for (const [i, id] of tokens.entries()) {
    const told = (part: string) => answers[`${part} ${id}`];
    const decimals = told('decimals');
    const collection = { isCollection: told('isCollection'), isNewCollection: told('isNewCollection') };
    if ((decimals !== undefined && hasNoDecimals(decimals)) || isCollection(collection)) collectibles.set(id, true);
    if (i >= mostNames) continue;
    const facts = readFacts({ decimals, symbol: told('symbol'), name: told('name'), ...collection } as FactAnswers);
    if (!('missing' in facts)) tokenMemory.set(id, { facts });
  }
}
