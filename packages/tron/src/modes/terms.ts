import { type Problem, problem } from '@isochain/core';
import { longestTransaction } from '../bytes/longest-transaction.ts';
import { longestActivation } from '../bytes/raw-data.ts';
import type { Needed } from '../fees/fees.ts';
import type { Parameters } from '../fees/parameters.ts';
import type { Block } from '../upstream/queries/blocks.ts';

// What the chain allows a transaction beside what it does: its end, its memo, its size.

/** MAXIMUM_TIME_UNTIL_EXPIRATION of tronprotocol/java-tron. */
const longestLifetimeMs = 86_400_000;

/** The chain takes transactions that end after its latest block, and within a day (Manager.validateCommon of tronprotocol/java-tron). */
export function expirationProblems(wished: number | undefined, head: Block): Problem[] {
  if (wished === undefined) return [];
  const field = 'transaction.data.params.expiration';
  if (wished <= head.timestamp) return [problem('wish.invalid', { field, reason: 'it is in the past' }, field)];
  if (wished <= head.timestamp + longestLifetimeMs) return [];
  return [problem('wish.invalid', { field, reason: 'it is more than 24 hours after the latest block' }, field)];
}

export function memoProblems(memo: string | undefined): Problem[] {
  const field = 'transaction.data.memo';
  // Half a character (a lone surrogate) has no bytes in UTF-8.
  if (memo === undefined || !/\p{Surrogate}/u.test(memo)) return [];
  return [problem('wish.invalid', { field, reason: 'it has half a character' }, field)];
}

/** Only a memo makes a transaction that long. */
export function sizeProblems(
  { size, activates }: Needed,
  { maxActivationSize }: Parameters,
  memo: string | undefined,
): Problem[] {
  const limit = activates === true ? longestActivation(maxActivationSize) : longestTransaction;
  if (size <= limit) return [];
  const bytes = new TextEncoder().encode(memo).length;
  const room = Math.max(0, bytes - (size - limit));
  return [problem('memo.tooLong', { bytes, limit: String(room) }, 'transaction.data.memo')];
}
