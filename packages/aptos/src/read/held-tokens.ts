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
import { type Holding, holdings, type UnreadHolding } from '../upstream/queries/holdings.ts';
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

/** What an index lists. */
interface Listed {
  readonly rows: readonly Holding[];
  readonly unread: readonly UnreadHolding[];
}

/** What is shown of the tokens of an account, and what is left out because it cannot be read, as nouns. */
interface Found {
  readonly held: readonly Held[];
  readonly unread: readonly string[];
}

/** How the tokens of an account are found: a node is asked for known ones, and an index lists the others. */
interface HeldTokens {
  /** For a node: the balances of known tokens. */
  readonly questions: Readonly<Record<string, Query<bigint>>>;
  /** What an index lists. Nothing if none is configured. */
  listed(operation: Operation): Promise<Listed>;
  /** For a node, after the index has answered: balances of known assets that the account holds as coins too. Their answers replace the first ones. */
  coins(listed: Listed): Readonly<Record<string, Query<bigint>>>;
  /** What a node says counts before what an index says. */
  amounts(answers: Readonly<Record<string, unknown>>, listed: Listed): Found;
}

export function heldTokens(context: AptosContext, options: Pick<AptosOptions, 'tokens'>, of: Address): HeldTokens {
  const asked = knownAptosTokens(context.chainId, options.tokens).slice(0, mostAsked);
  return {
    questions: Object.fromEntries(asked.map(({ id, token }) => [id, balance(of, token)])),
    listed: (operation) =>
      context.endpointsOf('indexer').length === 0 ? Promise.resolve(nothing) : listAll(context, of, operation),
    coins({ rows, unread }) {
      // A row whose amount cannot be read tells all the same that there is a coin.
      const coins = [...rows, ...unread].flatMap(({ token }) => (token?.kind === 'coin' ? [token] : []));
      return Object.fromEntries(
        asked.flatMap(({ id, token, metadata }) => {
          const coin = token.kind === 'asset' ? coins.find((each) => metadataOf(each) === metadata) : undefined;
          return coin === undefined ? [] : [[id, balance(of, coin)] as const];
        }),
      );
    },
    amounts(answers, { rows, unread }) {
      const known = new Set(asked.map(({ metadata }) => metadata));
      // What a node is asked for, nobody misses in an index.
      const missed = unread.filter(
        ({ token }) => token === undefined || !(isApt(token) || known.has(metadataOf(token))),
      );
      // A coin and its paired asset add up, so one of them would pass for both.
      const read = new Set(rows.map(({ token }) => token.text));
      const halves = missed.flatMap(({ token }) => (token === undefined || read.has(token.text) ? [] : [token]));
      const unsure = new Set(halves.map(metadataOf));
      const others = merged(rows).filter(
        ({ token }) => !known.has(metadataOf(token)) && !unsure.has(metadataOf(token)),
      );
      const own = asked.map(({ id, token }) => ({
        token,
        amount: answers[id] as bigint | undefined,
        facts: undefined,
      }));
      return {
        held: [...own, ...others].flatMap(({ amount = 0n, ...each }) => (amount > 0n ? [{ ...each, amount }] : [])),
        unread: [
          ...own.flatMap(({ token, amount }) => (amount === undefined ? [token] : [])),
          ...missed.map(({ token }) => token),
        ].map((token) => unreadBalance(context, options, token)),
      };
    },
  };
}

const nothing: Listed = { rows: [], unread: [] };

/** Only listed tokens are called by their ticker: others choose any text. */
function unreadBalance(
  { chainId }: Pick<AptosContext, 'chainId'>,
  { tokens }: Pick<AptosOptions, 'tokens'>,
  token: TokenId | undefined,
): string {
  const known = token && knownAptosTokens(chainId, tokens).find(({ metadata }) => metadata === metadataOf(token));
  return known === undefined ? 'a token balance' : `the balance of ${known.ticker}`;
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

async function listAll(context: AptosContext, of: Address, operation: Operation): Promise<Listed> {
  const pages: Listed[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const { isLast, ...listed } = await askOne(context, holdings(of, page), operation);
    pages.push(listed);
    if (isLast) break;
  }
  return { rows: pages.flatMap(({ rows }) => rows), unread: pages.flatMap(({ unread }) => unread) };
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
  // The index says that the account holds it. That a node does not know it yet is no reason to hide it.
  if ('missing' in found) return;
  context.tokenMemory.set(token.text, { facts: 'ticker' in found ? found : undefined });
}

/** Amounts of a token that was not looked up are shown in its smallest unit: guessed decimals would show a wrong amount. */
function bareFacts({ text }: TokenId): TokenFacts {
  return { name: text, ticker: text, decimals: 0 };
}
