import { type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { textOf, wordOf } from '../bytes/abi-values.ts';
import { factCalls } from '../bytes/token-call.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { ask, type Queries } from '../upstream/ask.ts';
import { asset } from '../upstream/queries/assets.ts';
import { type CallOutcome, constantCall } from '../upstream/queries/contracts.ts';
import type { Query } from '../upstream/query.ts';
import { knownTronTokens } from './known-tokens.ts';
import { cleanFacts, type TokenFacts, textOfToken } from './token-facts.ts';

// Facts of tokens: the operator's own come first, then the bundled ones, then those that were looked up. An endpoint that lies cannot move the decimal
// point of a known token.

/**
 * What is known without asking.
 *
 * @param id - The number of a TRC-10 token, or the address of a contract in base58.
 * @returns Undefined if an endpoint must be asked. Undefined facts: it was asked, and it is no token.
 */
export function knownFacts(
  { tokenMemory }: Pick<TronContext, 'tokenMemory'>,
  { tokens }: Pick<TronOptions, 'tokens'>,
  id: string,
): { readonly facts: TokenFacts | undefined } | undefined {
  const known = knownTronTokens(tokens).find((token) => token.id === id);
  return known === undefined ? tokenMemory.get(id) : { facts: known };
}

/** What a contract says of itself, by name. */
export interface ContractFacts {
  readonly decimals: CallOutcome;
  readonly symbol: CallOutcome;
  readonly name: CallOutcome;
}

/** The questions for a token, and what to make of the answers. */
interface TokenQuestions {
  readonly questions: Queries;
  /** @returns The facts, or why there is no such token. */
  read(answers: {
    readonly [name: string]: unknown;
    readonly asset?: unknown;
  }): TokenFacts | { readonly missing: string };
}

export function tokenQuestions(token: TokenId): TokenQuestions {
  if (token.type === 'TRC10') {
    return {
      questions: { asset: asset(token.id) },
      read: (answers) =>
        (answers.asset as TokenFacts | undefined) ?? { missing: 'the chain has no TRC-10 token with this number' },
    };
  }
  return {
    questions: contractQuestions(token.contract),
    read(answers) {
      const said = answers as unknown as ContractFacts;
      if (!said.decimals.ok && said.decimals.isMissing) return { missing: 'there is no contract at that address' };
      return readContractFacts(said) ?? { missing: 'the contract has no decimals, so it is not a fungible token' };
    },
  };
}

type FactQuestions = { readonly [K in keyof ContractFacts]: Query<CallOutcome> };

/** The questions for a TRC-20 token. */
export function contractQuestions(contract: Address): FactQuestions {
  const question = (data: string) => constantCall({ from: contract, contract, data });
  return {
    decimals: question(factCalls.decimals),
    symbol: question(factCalls.symbol),
    name: question(factCalls.name),
  };
}

/** @returns Undefined if the contract is no fungible token: amounts need decimals. */
export function readContractFacts({ decimals, symbol, name }: ContractFacts): TokenFacts | undefined {
  const places = decimals.ok ? wordOf(decimals.output) : undefined;
  // `decimals()` of TIP-20 is a number of 8 bits.
  if (places === undefined || places > 255n) return undefined;
  const text = (outcome: CallOutcome) => (outcome.ok ? textOf(outcome.output) : '');
  return cleanFacts({ name: text(name), ticker: text(symbol), decimals: Number(places) });
}

/** Looks a token up and remembers it. Balances do not depend on names: without an answer they are shown under their ids, and the next read asks again. */
export async function lookUp(context: TronContext, token: TokenId, operation: Operation): Promise<void> {
  const { questions, read } = tokenQuestions(token);
  const answers = await silent(ask(questions, operation));
  if (answers === undefined) return;
  const found = read(answers);
  context.tokenMemory.set(textOfToken(token), { facts: 'missing' in found ? undefined : found });
}
