import { type Problem, problem } from '@isochain/core';
import { mostRounds } from '../bytes/limits.ts';

const field = 'transaction.data.params.lastValid';

/**
 * What is wrong about the last valid round.
 *
 * @param firstValid - The latest round of the network.
 * @param wished - `params.lastValid`.
 */
export function expirationProblems(wished: bigint | undefined, firstValid: bigint): Problem[] {
  if (wished === undefined) return [];
  const invalid = (reason: string) => [problem('wish.invalid', { field, reason }, field)];
  if (wished <= firstValid) return invalid(`it is past: the network is at round ${firstValid}`);
  if (wished > firstValid + mostRounds)
    return invalid(`it is more than ${mostRounds} rounds ahead, and the network is at round ${firstValid}`);
  return [];
}
