import type { TokenAmount } from '@isochain/core';
import { type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { isApt, type TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { knownAptosTokens, metadataOf } from '../tokens/known-tokens.ts';
import { factQuestions, knownFacts, readFacts } from '../tokens/look-up.ts';
import { type TokenFacts, toToken } from '../tokens/token-facts.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { balance } from '../upstream/queries/accounts.ts';
import { type Holding, holdings } from '../upstream/queries/holdings.ts';
import type { Query } from '../upstream/query.ts';

// With these limits, a read stays below the 50 requests of Workers' free plan.

/** Known tokens that a node is asked for: each takes a request. The operator's come first. */
const mostAsked = 12;

/** Pages of an index that are read. Anybody can send tokens to anybody. */
const mostPages = 3;

/** Tokens that one read looks up: each takes two requests at most. What was looked up is remembered, so the next read goes on with others. */
const mostLookUps = 10;

/** An amount of a token, in its smallest unit. */
interface Held {
  readonly token: TokenId;
  readonly amount: bigint;
  /** What the index says of the token. */
  readonly facts: TokenFacts | undefined;
}

/** How the tokens of an account are found: a node is asked for known ones, and an index lists the others. */
interface HeldTokens {
  /** For a node: the balances of known tokens. */
  readonly questions: Readonly<Record<string, Query<bigint>>>;
  /** What an index lists. Nothing if none is configured. */
  listed(operation: Operation): Promise<readonly Holding[]>;
  /** For a node, after the index has answered: balances of known assets that the account holds as coins too. Their answers replace the first ones. */
  coins(listed: readonly Holding[]): Readonly<Record<string, Query<bigint>>>;
  /** What a node says counts before what an index says. */
  amounts(answers: Readonly<Record<string, unknown>>, listed: readonly Holding[]): readonly Held[];
}

export function heldTokens(context: AptosContext, options: Pick<AptosOptions, 'tokens'>, of: Address): HeldTokens {
  const asked = knownAptosTokens(context.chainId, options.tokens).slice(0, mostAsked);
  return {
    questions: Object.fromEntries(asked.map(({ id, token }) => [id, balance(of, token)])),
    listed: (operation) =>
      context.endpointsOf('indexer').length === 0 ? Promise.resolve([]) : listAll(context, of, operation),
    coins(listed) {
      const coins = listed.map(({ token }) => token).filter(({ kind }) => kind === 'coin');
      return Object.fromEntries(
        asked.flatMap(({ id, token, metadata }) => {
          const coin = token.kind === 'asset' ? coins.find((each) => metadataOf(each) === metadata) : undefined;
          return coin === undefined ? [] : [[id, balance(of, coin)] as const];
        }),
      );
    },
    amounts(answers, listed) {
      const known = new Set(asked.map(({ metadata }) => metadata));
      const others = merged(listed).filter(({ token }) => !known.has(metadataOf(token)));
      const own = asked.map(({ id, token }) => ({ token, amount: answers[id] as bigint, facts: undefined }));
      return [...own, ...others].filter(({ amount }) => amount > 0n);
    },
  };
}

/**
 * Adds up what an account holds of a coin and of its paired asset, in primary stores. Such a token goes under the type of the coin, because a transfer of
 * the coin spends both. APT is no token.
 */
function merged(listed: readonly Holding[]): Held[] {
  const stores = new Set<string>();
  const found = new Map<string, Held>();
  for (const { token, amount, isPrimary, store, facts } of listed) {
    const row = `${token.text} ${store}`;
    if (!isPrimary || isApt(token) || stores.has(row)) continue;
    stores.add(row);
    const metadata = metadataOf(token);
    const before = found.get(metadata);
    found.set(metadata, {
      token: before?.token.kind === 'coin' ? before.token : token,
      amount: amount + (before?.amount ?? 0n),
      facts: before?.facts ?? facts,
    });
  }
  return [...found.values()];
}

async function listAll(context: AptosContext, of: Address, operation: Operation): Promise<readonly Holding[]> {
  const found: Holding[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const { rows, isLast } = await askOne(context, holdings(of, page), operation);
    found.push(...rows);
    if (isLast) break;
  }
  return found;
}

/** Names amounts. Tokens that the index knows nothing of, and those that may be pieces of a collection, take a round more: they are looked up. */
export async function toAmounts(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  held: readonly Held[],
  operation: Operation,
): Promise<TokenAmount[]> {
  const unknown = held.filter((each) => knownFacts(context, options, each.token) === undefined && isDoubtful(each));
  await Promise.all(unknown.slice(0, mostLookUps).map(({ token }) => lookUp(context, token, operation)));
  return held.flatMap(({ token, amount, facts: said }) => {
    const known = knownFacts(context, options, token);
    const facts = known === undefined ? (said ?? bareFacts(token)) : known.facts;
    return facts === undefined ? [] : [{ token: toToken(token, facts), amount: amount.toString() }];
  });
}

/** A piece of a collection has no decimals, and there is one of it. */
function isDoubtful({ token, amount, facts }: Held): boolean {
  return facts === undefined || (token.kind === 'asset' && facts.decimals === 0 && amount === 1n);
}

/** Balances do not depend on names: without an answer they are shown under their ids, and the next read asks again. */
async function lookUp(context: AptosContext, token: TokenId, operation: Operation): Promise<void> {
  const answers = await silent(ask(context, factQuestions(token), operation));
  if (answers === undefined) return;
  const found = readFacts(token, answers);
  context.tokenMemory.set(token.text, { facts: 'ticker' in found ? found : undefined });
}

/** Amounts of a token that was not looked up are shown in its smallest unit: guessed decimals would show a wrong amount. */
function bareFacts({ text }: TokenId): TokenFacts {
  return { name: text, ticker: text, decimals: 0 };
}
