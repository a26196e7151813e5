import type { TokenAmount } from '@isochain/core';
import { type Operation, RejectedAnswer, silent } from '@isochain/core/upstream';
import { type Address, fromBase58Address, toBase58Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { wordOf } from '../bytes/abi-values.ts';
import { balanceCall } from '../bytes/token-call.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { knownTronTokens } from '../tokens/known-tokens.ts';
import { knownFacts, lookUp } from '../tokens/look-up.ts';
import { type TokenFacts, textOfToken, toToken } from '../tokens/token-facts.ts';
import { askOne, type Queries } from '../upstream/ask.ts';
import { type HoldingsPage, holdings } from '../upstream/index/holdings.ts';
import { constantCall, tokenBalance } from '../upstream/queries/contracts.ts';
import { mapped, type Query } from '../upstream/query.ts';

// With these limits, a read stays below the 50 requests of Workers' free plan.

/** Known contracts that are asked for balances: each takes a request. The operator's come first. */
const mostAsked = 12;

/** Pages of an index that are read. Anybody can send tokens to anybody. */
const mostPages = 3;

/** Tokens that one read looks up: each takes three requests at most. What was looked up is remembered, so the next read goes on with others. */
const mostLookUps = 8;

/** An amount of a token, in its smallest unit. */
interface Held {
  readonly token: TokenId;
  readonly amount: bigint;
}

type Holdings = readonly { readonly contract: Address; readonly amount: bigint }[];

/** How the TRC-20 tokens of an account are found: known contracts are asked, and an index lists the others. */
interface HeldContracts {
  /** For nodes: the balances of known contracts. */
  readonly questions: Queries;
  /** What an index lists. Nothing if none is configured. */
  listed(operation: Operation): Promise<Holdings>;
  /** What a contract itself says counts before what an index says. */
  amounts(answers: Readonly<Record<string, unknown>>, listed: Holdings): readonly Held[];
}

export function heldContracts(context: TronContext, options: Pick<TronOptions, 'tokens'>, of: Address): HeldContracts {
  const asked = knownTronTokens(options.tokens)
    .flatMap(({ id }) => fromBase58Address(id) ?? [])
    .slice(0, mostAsked);
  return {
    questions: Object.fromEntries(asked.map((contract) => [contract, certainBalance(contract, of)])),
    listed: (operation) =>
      context.endpointsOf('trongrid').length === 0 ? Promise.resolve([]) : listAll(of, operation),
    amounts(answers, listed) {
      const own = asked.map((contract) => ({ contract, amount: answers[contract] as bigint }));
      const others = new Map(listed.map(({ contract, amount }) => [contract, amount]));
      for (const contract of asked) others.delete(contract);
      return [...own, ...[...others].map(([contract, amount]) => ({ contract, amount }))].flatMap(
        ({ contract, amount }) => (amount === 0n ? [] : [{ token: { type: 'TRC20', contract }, amount }]),
      );
    },
  };
}

/** A balance that could not be read is an error, never 0. Only a contract that does not exist holds nothing. */
function certainBalance(contract: Address, owner: Address): Query<bigint> {
  return mapped(constantCall({ from: owner, contract, data: balanceCall(owner) }), (outcome) => {
    if (!outcome.ok && outcome.isMissing) return 0n;
    const balance = outcome.ok ? wordOf(outcome.output) : undefined;
    if (balance === undefined) throw new RejectedAnswer('a known token tells no balance');
    return balance;
  });
}

async function listAll(of: Address, operation: Operation): Promise<Holdings> {
  const found: HoldingsPage['holdings'][number][] = [];
  let from: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { holdings: rows, next } = await askOne(holdings(of, from), operation);
    found.push(...rows);
    if (next === undefined || next === from) break;
    from = next;
  }
  const odd = found.flatMap(({ contract, amount }) => (amount === undefined ? [contract] : []));
  const told = await Promise.all(odd.slice(0, mostLookUps).map((contract) => balanceOf(contract, of, operation)));
  return [...found, ...told].flatMap(({ contract, amount }) => (amount === undefined ? [] : [{ contract, amount }]));
}

/** What a contract itself says, where the index does not tell a number. Undefined if it does not say either: then it is left out. */
async function balanceOf(
  contract: Address,
  of: Address,
  operation: Operation,
): Promise<HoldingsPage['holdings'][number]> {
  return { contract, amount: await silent(askOne(tokenBalance(contract, of), operation)) };
}

/** Names amounts. Facts that are neither known nor remembered take a round more. Contracts that are no fungible tokens are left out. */
export async function toAmounts(
  context: TronContext,
  options: Pick<TronOptions, 'tokens'>,
  held: readonly Held[],
  operation: Operation,
): Promise<TokenAmount[]> {
  const unknown = held.filter(({ token }) => knownFacts(context, options, textOfToken(token)) === undefined);
  await Promise.all(unknown.slice(0, mostLookUps).map(({ token }) => lookUp(context, token, operation)));
  return held.flatMap(({ token, amount }) => {
    const known = knownFacts(context, options, textOfToken(token));
    const facts = known === undefined ? bareFacts(token) : known.facts;
    return facts === undefined ? [] : [{ token: toToken(token, facts), amount: amount.toString() }];
  });
}

/** Amounts of a token that was not looked up are shown in its smallest unit: guessed decimals would show a wrong amount. */
function bareFacts(token: TokenId): TokenFacts {
  const name = token.type === 'TRC10' ? token.id : toBase58Address(token.contract);
  return { name, ticker: name, decimals: 0 };
}
