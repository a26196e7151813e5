import type { RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { errorCode } from '../upstream/calls.ts';
import { rpc } from '../upstream/rpc.ts';
import { textIn } from './cairo-text.ts';
import type { KnownToken } from './known-tokens.ts';
import { cleanFacts, type TokenFacts } from './token-facts.ts';

// Facts of tokens: the operator's own come first, then the bundled ones, then those that were looked up. An endpoint that lies cannot move the decimal
// point of a known token.

/** What is known without asking. Undefined if the contract must be asked. */
export function factsWithoutAsking(
  { tokenMemory }: Pick<StarknetContext, 'tokenMemory'>,
  known: readonly KnownToken[],
  id: Address,
): TokenFacts | undefined {
  return known.find((token) => token.id === id) ?? tokenMemory.get(id)?.facts;
}

/** Questions about a token, for a batch with others. */
export function factQuestions(token: Address) {
  return {
    decimals: rpc.call(token, 'decimals'),
    symbol: rpc.call(token, 'symbol'),
    name: rpc.call(token, 'name'),
  } as const;
}

/** What a contract says of itself. */
export type FactAnswers = { readonly [K in keyof ReturnType<typeof factQuestions>]: RpcOutcome<bigint[]> };

/** @returns The facts, or why the contract is no fungible token: amounts need decimals. */
export function readFacts({ decimals, symbol, name }: FactAnswers): TokenFacts | { readonly missing: string } {
  if (isMissing(decimals)) return { missing: 'there is no contract at this address' };
  const places = decimalsIn(decimals);
  if (places === undefined) return { missing: 'it has no decimals, so it is not a fungible token' };
  return cleanFacts({ name: textIn(valuesOf(name)), ticker: textIn(valuesOf(symbol)), decimals: places });
}

/** Whether a contract is there, and cannot say how many decimals it has. False where the node says nothing about it. */
export function hasNoDecimals(decimals: RpcOutcome<bigint[]>): boolean {
  if (decimals.ok) return decimalsIn(decimals) === undefined;
  const { code } = decimals.error;
  return code === errorCode.entrypointNotFound || code === errorCode.contractError;
}

/** `decimals` of ERC-20 is a number of 8 bits. */
function decimalsIn(outcome: RpcOutcome<bigint[]>): number | undefined {
  const [places, ...more] = valuesOf(outcome);
  return places === undefined || more.length > 0 || places > 255n ? undefined : Number(places);
}

/** Whether there is no contract. */
export function isMissing(outcome: RpcOutcome): boolean {
  return !outcome.ok && outcome.error.code === errorCode.contractNotFound;
}

function valuesOf(outcome: RpcOutcome<bigint[]>): readonly bigint[] {
  return outcome.ok ? outcome.value : [];
}
