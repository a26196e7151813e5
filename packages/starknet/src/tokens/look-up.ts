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

/**
 * The numbers by which contracts know the interface of ERC-721, in Cairo 0 and in Cairo 1 (OpenZeppelin/cairo-contracts: release 0.6,
 * utils/constants/library.cairo; token/erc721/interface.cairo).
 */
const collections = {
  supportsInterface: 0x80ac58cdn,
  supports_interface: 0x33eb2f84c309543403fd69f0d0f363781ef06ef6faeb0131ff16ea3175bd943n,
} as const;

/**
 * Questions whether a contract is a collection of collectibles: some of them tell decimals too. All of ERC-721 have to say what they are. Encode does not
 * ask: a collection has no function `transfer`, so the simulation shows that nothing moves.
 */
export function collectionQuestions(token: Address) {
  return {
    isCollection: rpc.call(token, 'supportsInterface', [collections.supportsInterface]),
    isNewCollection: rpc.call(token, 'supports_interface', [collections.supports_interface]),
  } as const;
}

/** What a contract says of itself. */
export type FactAnswers = { readonly [K in keyof ReturnType<typeof factQuestions>]: RpcOutcome<bigint[]> };

/** Whether it says that it is a collection. Absent where it was not asked. */
export type CollectionAnswers = {
  readonly [K in keyof ReturnType<typeof collectionQuestions>]?: RpcOutcome<bigint[]> | undefined;
};

/** @returns The facts, or why the contract is no fungible token: amounts need decimals. */
export function readFacts(answers: FactAnswers & CollectionAnswers): TokenFacts | { readonly missing: string } {
  const { decimals, symbol, name } = answers;
  if (isMissing(decimals)) return { missing: 'there is no contract at this address' };
  if (isCollection(answers)) return { missing: 'it is a collection (ERC-721), so it is not a fungible token' };
  const places = decimalsIn(decimals);
  if (places === undefined) return { missing: 'it has no decimals, so it is not a fungible token' };
  return cleanFacts({ name: textIn(valuesOf(name)), ticker: textIn(valuesOf(symbol)), decimals: places });
}

/** Whether a contract says that it is a collection of collectibles. */
export function isCollection(answers: CollectionAnswers): boolean {
  return [answers.isCollection, answers.isNewCollection].some(
    (outcome) => outcome?.ok === true && outcome.value.length === 1 && outcome.value[0] === 1n,
  );
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
