import { type Problem, problem } from '@isochain/core';
import type { TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { type FactAnswers, type FactQuestions, factQuestions, knownFacts, readFacts } from '../tokens/look-up.ts';
import type { TokenFacts } from '../tokens/token-facts.ts';

/** The field of the request that names the token. */
export const tokenField = 'transaction.data.tokenId';

/** The questions for the facts of a token. None if they are known. */
export function termQuestions(
  context: Pick<AptosContext, 'tokenMemory' | 'chainId'>,
  options: Pick<AptosOptions, 'tokens'>,
  token: TokenId,
): Partial<FactQuestions> {
  return knownFacts(context, options, token)?.facts === undefined ? factQuestions(token) : {};
}

/** The facts of a token, from what is known or from the answers. What was asked is remembered. */
export function termsOf(
  context: Pick<AptosContext, 'tokenMemory' | 'chainId' | 'identity'>,
  options: Pick<AptosOptions, 'tokens'>,
  token: TokenId,
  answers: FactAnswers,
): TokenFacts | { readonly problem: Problem } {
  const known = knownFacts(context, options, token)?.facts;
  if (known !== undefined) return shown(token, known);
  const found = readFacts(token, answers);
  if ('missing' in found) {
    const told = { token: token.text, chain: context.identity.name, reason: found.missing };
    return { problem: problem('token.unknown', told, tokenField) };
  }
  if ('single' in found)
    return { problem: problem('token.notFungible', { token: token.text, reason: found.single }, tokenField) };
  context.tokenMemory.set(token.text, { facts: found });
  return shown(token, found);
}

/** Texts name an amount. A token without any name goes under its id. */
function shown({ text }: TokenId, facts: TokenFacts): TokenFacts {
  return facts.ticker === '' ? { ...facts, ticker: text } : facts;
}

/** What is wrong with an amount of tokens, in their smallest unit. Fees are paid in APT and do not count. */
export function tokenAmountProblems({ ticker, decimals }: TokenFacts, held: bigint, amount: bigint): Problem[] {
  const field = 'transaction.data.amount';
  if (amount === 0n) return [problem('token.nothingToSend', { ticker }, field)];
  if (held >= amount) return [];
  const available = { amount: held, decimals, ticker };
  return [problem('token.insufficient', { available, needed: { amount, decimals, ticker } }, field)];
}
