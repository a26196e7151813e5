import { type Problem, problem } from '@isochain/core';
import type { StellarContext } from '../context.ts';

/** Ten years, in seconds. A time in milliseconds would give a transaction that can be sent for ever, while its sender takes it for dead. */
const longestSensible = 315_360_000n;

/**
 * Seconds. Cores refuse a transaction that could end before the next ledger closes, and reckon with twice the time of a ledger
 * (stellar/stellar-core, src/herder/TransactionQueue.cpp: canAdd; src/transactions/TransactionUtils.cpp: getUpperBoundCloseTimeOffset).
 */
const shortestLife = 10n;

const field = 'transaction.data.params.maxTime';

/**
 * The time of the chain, in seconds since 1970: the later one of its latest ledger's time and our clock.
 *
 * What Horizon tells of may be minutes old. With a short life, a transaction could then be dead before it is signed. So our clock counts too. It may be
 * wrong: it counts only as far as a latest ledger may be old. An answer with an older ledger is not used at all. So a clock that is ahead makes a
 * transaction live longer by ten minutes at most. Where the age of ledgers is not checked, our clock says nothing.
 *
 * @param closedAt - Of the latest ledger, in milliseconds since 1970.
 */
export function timeOf({ blockAge, now }: Pick<StellarContext, 'blockAge' | 'now'>, closedAt: number): bigint {
  const lagMs = Math.min(Math.max(0, now() - closedAt), blockAge.oldestMs);
  return BigInt(Math.floor((closedAt + lagMs) / 1_000));
}

/**
 * @param wished - The client's, in seconds since 1970.
 * @param time - Of the chain, in seconds since 1970.
 */
export function expirationProblems(wished: bigint | undefined, time: bigint): Problem[] {
  if (wished === undefined) return [];
  const invalid = (reason: string) => [problem('wish.invalid', { field, reason }, field)];
  if (wished === 0n) return invalid('a transaction without an end could be carried out years later');
  if (wished <= time) return invalid(`it is past: the time of the chain is ${time}`);
  if (wished < time + shortestLife) return invalid(`nodes refuse what ends within ${shortestLife} seconds`);
  return wished > time + longestSensible ? invalid('it is more than ten years ahead: it counts seconds') : [];
}
