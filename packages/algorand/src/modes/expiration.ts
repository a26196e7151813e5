import { type Problem, problem } from '@isochain/core';
import { mostRounds } from '../bytes/limits.ts';

/**
 * The least rounds that a transaction must be valid for: about 14 seconds. The node may be a round behind the others, somebody has to sign, and the transaction has
 * to reach those who make the next block. Pools refuse what ends before the blocks that wait in them (go-algorand, data/pools/transactionPool.go:
 * addToPendingBlockEvaluatorOnce). Our own choice.
 */
const fewestRounds = 5n;

const field = 'transaction.data.params.lastValid';

/**
 * What is wrong about the last valid round.
 *
 * @param wished - `params.lastValid`.
 * @param firstValid - The latest round of the network.
 */
export function expirationProblems(wished: bigint | undefined, firstValid: bigint): Problem[] {
  if (wished === undefined) return [];
  const invalid = (reason: string) => [
    problem('wish.invalid', { field, reason: `${reason}, and the network is at round ${firstValid}` }, field),
  ];
  if (wished <= firstValid) return invalid('it is past');
  if (wished < firstValid + fewestRounds) return invalid(`it is less than ${fewestRounds} rounds ahead`);
  if (wished > firstValid + mostRounds) return invalid(`it is more than ${mostRounds} rounds ahead`);
  return [];
}
