import { type CheckedIntent, type Problem, problem } from '@isochain/core';
import type { TokenFacts } from '../tokens/token-facts.ts';
import type { Tron } from '../types.ts';

/** An intent to send tokens. */
export type TransferToken = CheckedIntent<Tron, 'transferToken'>;

const field = 'transaction.data.amount';

/** What is wrong with an amount of tokens, in their smallest unit. */
export function tokenAmountProblems({ ticker, decimals }: TokenFacts, balance: bigint, amount: bigint): Problem[] {
  if (amount === 0n) return [problem('token.nothingToSend', { ticker }, field)];
  if (balance >= amount) return [];
  const available = { amount: balance, decimals, ticker };
  return [problem('token.insufficient', { available, needed: { amount, decimals, ticker } }, field)];
}
