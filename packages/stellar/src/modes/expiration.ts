import { type Problem, problem } from '@isochain/core';

/** Ten years, in seconds. A time in milliseconds would give a transaction that can be sent for ever, while its sender takes it for dead. */
const longestSensible = 315_360_000n;

/**
 * @param wished - The client's, in seconds since 1970.
 * @param time - Of the latest ledger, in seconds since 1970.
 */
export function expirationProblems(wished: bigint | undefined, time: bigint): Problem[] {
  if (wished === undefined) return [];
  const field = 'transaction.data.params.maxTime';
  const invalid = (reason: string) => [problem('wish.invalid', { field, reason }, field)];
  if (wished === 0n) return invalid('a transaction without an end could be carried out years later');
  if (wished <= time) return invalid(`it is past: the latest ledger is of ${time}`);
  return wished > time + longestSensible ? invalid('it is more than ten years ahead: it counts seconds') : [];
}
