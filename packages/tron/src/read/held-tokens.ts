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
import { unreadBalance } from './unread-balance.ts';

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

/** What an index lists. */
interface Listed {
  readonly holdings: Holdings;
  /** What is left out because it cannot be read, as nouns. */
  readonly unread: readonly string[];
}

/** How the TRC-20 tokens of an account are found: known contracts are asked, and an index lists the others. */
interface HeldContracts {
  /** For nodes: the balances of known contracts. */
  readonly questions: Queries;
  /** What an index lists. Nothing if none is configured. */
  listed(operation: Operation): Promise<Listed>;
  /** What a contract itself says counts before what an index says. `unread` names the balances of known contracts that cannot be read. */
  amounts(
    answers: Readonly<Record<string, unknown>>,
    listed: Holdings,
  ): { readonly held: readonly Held[]; readonly unread: readonly string[] };
}

export function heldContracts(context: TronContext, options: Pick<TronOptions, 'tokens'>, of: Address): HeldContracts {
  const asked = knownTronTokens(options.tokens)
    .flatMap(({ id }) => fromBase58Address(id) ?? [])
    .slice(0, mostAsked);
  return {
    questions: Object.fromEntries(asked.map((contract) => [contract, certainBalance(contract, of)])),
    listed: (operation) =>
      context.endpointsOf('trongrid').length === 0
        ? Promise.resolve({ holdings: [], unread: [] })
        : listAll(options, of, operation),
    amounts(answers, listed) {
      const own = asked.map((contract) => ({ contract, amount: answers[contract] as bigint | undefined }));
      const others = new Map(listed.map(({ contract, amount }) => [contract, amount]));
      for (const contract of asked) others.delete(contract);
      const all = [...own, ...[...others].map(([contract, amount]) => ({ contract, amount }))];
      return {
        held: all.flatMap(({ contract, amount = 0n }) =>
          amount === 0n ? [] : [{ token: { type: 'TRC20', contract }, amount }],
        ),
        unread: own.flatMap(({ contract, amount }) =>
          amount === undefined ? [unreadBalance(options, toBase58Address(contract))] : [],
        ),
      };
    },
  };
}

/** No balance is never 0: another node is asked. Only a contract that does not exist holds nothing. */
function certainBalance(contract: Address, owner: Address): Query<bigint> {
  return mapped(constantCall({ from: owner, contract, data: balanceCall(owner) }), (outcome) => {
    if (!outcome.ok && outcome.isMissing) return 0n;
    const balance = outcome.ok ? wordOf(outcome.output) : undefined;
    if (balance === undefined) throw new RejectedAnswer('a known token tells no balance');
    return balance;
  });
}

async function listAll(options: Pick<TronOptions, 'tokens'>, of: Address, operation: Operation): Promise<Listed> {
  const found: HoldingsPage['holdings'][number][] = [];
  let nameless = 0;
  let isOpen = false;
  let from: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await askOne(holdings(of, from), operation);
    found.push(...answer.holdings);
    nameless += answer.nameless;
    isOpen = answer.isOpen;
    if (answer.next === undefined || answer.next === from) break;
    from = answer.next;
  }
  const odd = found.flatMap(({ contract, amount }) => (amount === undefined ? [contract] : []));
  const told = await Promise.all(
    odd.slice(0, mostLookUps).map((contract) => balanceOf(options, contract, of, operation)),
  );
  const unread = [...odd.slice(mostLookUps), ...told.flatMap(({ contract, isUnread }) => (isUnread ? [contract] : []))];
  return {
    holdings: [...found, ...told].flatMap(({ contract, amount }) =>
      amount === undefined ? [] : [{ contract, amount }],
    ),
    unread: [
      ...unread.map((contract) => unreadBalance(options, toBase58Address(contract))),
      ...(nameless > 0 ? [unreadBalance(options, undefined)] : []),
      ...(isOpen ? ['tokens that are on no list'] : []),
    ],
  };
}

/** What a contract itself says, where the index does not tell a number. */
async function balanceOf(
  { tokens }: Pick<TronOptions, 'tokens'>,
  contract: Address,
  of: Address,
  operation: Operation,
): Promise<HoldingsPage['holdings'][number] & { readonly isUnread: boolean }> {
  const answer = await silent(
    askOne(
      mapped(tokenBalance(contract, of), (amount) => ({ amount })),
      operation,
    ),
  );
  if (answer?.amount !== undefined) return { contract, amount: answer.amount, isUnread: false };
  // Anybody can make a contract that tells no balance, and an index that lists it then has no number either. So only a listed one is missed.
  const isListed = knownTronTokens(tokens).some(({ id }) => id === toBase58Address(contract));
  return { contract, amount: undefined, isUnread: answer === undefined || isListed };
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
    // An account holds no TRC-10 token that does not exist: a node that knows nothing of it is no reason to hide it.
    const facts = known?.facts ?? (known === undefined || token.type === 'TRC10' ? bareFacts(token) : undefined);
    return facts === undefined ? [] : [{ token: toToken(token, facts), amount: amount.toString() }];
  });
}

/** Amounts of a token that was not looked up are shown in its smallest unit: guessed decimals would show a wrong amount. */
function bareFacts(token: TokenId): TokenFacts {
  const name = token.type === 'TRC10' ? token.id : toBase58Address(token.contract);
  return { name, ticker: name, decimals: 0 };
}
