import { type Token, UpstreamError } from '@isochain/core';
import { cleanText, isIllegible, type Operation, RejectedAnswer, shortAddress, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { CosmosChain, NamedChain } from '../chains.ts';
import type { CosmosContext, TokenFacts } from '../context.ts';
import type { CosmosOptions } from '../options.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';
import { ask } from './ask.ts';
import type { DenomMetadata } from './lcd/bank.ts';
import { type ContractToken, maxTickerLength } from './lcd/contracts.ts';
import type { IbcTrace } from './lcd/ibc.ts';
import { tokenAt } from './queries/contract.ts';
import { type Age, elsewhere, isIbc, metadata, type Perhaps, trace } from './queries/tokens.ts';
import type { Query } from './query.ts';

// Names and decimals of tokens. The operator's own come first, then the bundled list of the chain: a node that lies cannot move a decimal point of
// these. The chain itself is asked about all others.

/**
 * The most denominations that one read looks up: each takes a request, and anybody can send tokens to anybody. What was looked up is remembered, so
 * the next read goes on with others. With its other requests, a read stays below the 50 requests of Workers' free plan.
 */
const mostLookups = 16;

/** Denominations have 128 characters at most (cosmos-sdk types/coin.go). */
const maxDenomLength = 128;

/** Facts by token id, for all ids. In one round more if some are not known yet. */
export async function readTokenFacts(
  context: CosmosContext,
  { tokens: configured }: Pick<CosmosOptions, 'tokens'>,
  ids: readonly string[],
  operation: Operation,
): Promise<ReadonlyMap<string, TokenFacts>> {
  if (ids.length === 0) return new Map();
  const tokens = await knownTokens(context, configured);
  const facts = new Map<string, TokenFacts>(tokens.map((token) => [token.id, token]));
  const missing = [...new Set(ids)].filter((id) => !facts.has(id));
  for (const id of missing) facts.set(id, context.tokenMemory.get(id) ?? bareFacts(id));
  const unread = missing.filter((id) => context.tokenMemory.get(id) === undefined);
  const asked = mostTelling(unread);
  const found = await tryLookUp(context, asked, operation);
  for (const id of found === undefined ? [] : asked) {
    const read = found?.get(id) ?? bareFacts(id);
    context.tokenMemory.set(id, read);
    facts.set(id, read);
  }
  return facts;
}

/** Tokens from other chains come before those that anybody can make for the price of a transaction. */
function mostTelling(denoms: readonly string[]): readonly string[] {
  const rank = (denom: string) => (isIbc(denom) ? 0 : denom.startsWith('factory/') ? 2 : 1);
  return denoms.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, mostLookups);
}

/** Balances do not depend on names: without an answer they are shown under their ids, and the next read asks again. */
async function tryLookUp(
  context: CosmosContext,
  denoms: readonly string[],
  operation: Operation,
): Promise<ReadonlyMap<string, TokenFacts> | undefined> {
  try {
    return await lookUp(context, denoms, operation);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // No endpoint says anything of some token that can be read, or all answer another token. That must not cost the names of the others.
    return isIllegible(error) ? silent(lookUp(context, denoms, operation, withoutOdd)) : undefined;
  }
}

/**
 * What the chain says of tokens. A token has no entry if the chain says nothing of it.
 *
 * @param changed - Changes each question. By default an answer that cannot be read is a failure of the endpoint.
 */
export async function lookUp(
  context: CosmosContext,
  denoms: readonly string[],
  operation: Operation,
  changed: (query: Query<Found>) => Query<Found> = (query) => query,
): Promise<ReadonlyMap<string, TokenFacts>> {
  const first = await askAll(context, denoms, operation, changed);
  const others = denoms.filter((denom) => first.get(denom) === elsewhere);
  // The nodes are of another age than we thought. All later requests begin with that age.
  for (const kind of new Set(others.map(kindOf))) context.memory.ages[kind] = otherAge(context.memory.ages[kind]);
  const second = await askAll(context, others, operation, changed);
  return new Map(
    [...first, ...second].flatMap(([denom, found]): [string, TokenFacts][] => {
      const facts = factsOf(denom, found);
      return facts === undefined ? [] : [[denom, facts]];
    }),
  );
}

type Found = Perhaps<DenomMetadata | IbcTrace | ContractToken>;

async function askAll(
  context: CosmosContext,
  denoms: readonly string[],
  operation: Operation,
  changed: (query: Query<Found>) => Query<Found>,
): Promise<ReadonlyMap<string, Found>> {
  if (denoms.length === 0) return new Map();
  const { ages } = context.memory;
  const questions = Object.fromEntries(
    denoms.map((denom): [string, Query<Found>] => [
      denom,
      changed(
        isContract(context.chain, denom)
          ? tokenAt(denom as Address)
          : isIbc(denom)
            ? trace(denom, ages.trace)
            : metadata(denom, ages.metadata),
      ),
    ]),
  );
  return new Map(Object.entries(await ask(context, questions, operation)));
}

/** What cannot be read of one token, or is of another one, must not cost the names of the others. */
function withoutOdd(query: Query<Found>): Query<Found> {
  const { rest, abci } = query;
  const fits = (found: Found) => {
    try {
      query.check?.(found);
      return found;
    } catch (error) {
      if (error instanceof RejectedAnswer) return undefined;
      throw error;
    }
  };
  return {
    refused: query.refused,
    rest: { ...rest, schema: rest.schema.transform(fits).catch(undefined) },
    abci: abci && { ...abci, read: (answer) => tryRead(() => fits(abci.read(answer))) },
  };
}

function tryRead(read: () => Found): Found {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function kindOf(denom: string): 'trace' | 'metadata' {
  return isIbc(denom) ? 'trace' : 'metadata';
}

function otherAge(age: Age): Age {
  return age === 'later' ? 'earlier' : 'later';
}

function factsOf(denom: string, found: Found): TokenFacts | undefined {
  if (found === undefined || found === elsewhere) return undefined;
  if ('decimals' in found)
    return { ...found, name: found.name || found.ticker, ticker: found.ticker || shortAddress(denom) };
  return 'path' in found ? factsOfTrace(denom, found) : factsOfMetadata(denom, found);
}

/**
 * The facts of a denomination without a description: only its id is known. Amounts are then shown in the smallest unit, as guessed decimals would
 * show a wrong amount.
 */
export function bareFacts(denom: string): TokenFacts {
  const name = cleanText(denom, maxDenomLength);
  return { name, ticker: name, decimals: 0 };
}

/** A trace tells where a token is from, but not its decimals. */
function factsOfTrace(denom: string, { path, base }: IbcTrace): TokenFacts {
  const ticker = base.length > maxTickerLength ? shortAddress(denom) : cleanText(base, maxTickerLength);
  const from = cleanText(`${base} (${path})`, 2 * maxDenomLength);
  return { name: from, ticker: ticker || shortAddress(denom), decimals: 0 };
}

/**
 * Amounts are shown in the unit `display`, which is 10^exponent of the smallest one. If nobody tells how much that unit is, only the id is known: under the
 * ticker, an amount in the smallest unit would look far too large.
 */
function factsOfMetadata(denom: string, { name, symbol, display, units }: DenomMetadata): TokenFacts {
  const bare = bareFacts(denom);
  if (display === undefined) return bare;
  const unit = units.find((each) => each.denom === display);
  if (unit === undefined && display !== '' && display !== denom) return bare;
  const exponent = unit?.exponent ?? 0n;
  const ticker = cleanText(symbol, maxTickerLength) || cleanText(display, maxTickerLength) || bare.ticker;
  return {
    name: cleanText(name) || ticker,
    ticker,
    // No amount has more digits (2^256).
    decimals: exponent > 77n ? 0 : Number(exponent),
  };
}

/** @param id - Canonical: a denomination, or the address of a contract. */
export function toToken({ chain }: NamedChain, id: string, { name, ticker, decimals }: TokenFacts): Token {
  const facts = { id, name, ticker, decimals: decimals.toString() };
  if (isContract(chain, id)) return { type: 'CW20', ...facts, contractAddress: id };
  return { type: id.startsWith('factory/') ? 'FACTORY' : 'IBC', ...facts };
}

/** Whether a canonical token id is the address of a contract. */
function isContract({ prefix }: Pick<CosmosChain, 'prefix'>, id: string): boolean {
  return id.startsWith(`${prefix}1`);
}
