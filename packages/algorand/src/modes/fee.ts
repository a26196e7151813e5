import { nativeAmount, type Problem, problem } from '@isochain/core';
import { mostFee } from '../bytes/limits.ts';
import type { AlgorandContext } from '../context.ts';

const field = 'transaction.data.fees';

/** All in microAlgos. */
interface Fees {
  /** The lowest fee that the network takes, and that is not below what the client wishes. */
  readonly least: bigint;
  /** The client's `fees`. It may be above the ceiling: that is for what the service offers by itself. */
  readonly wished: bigint | undefined;
  /** What another wish makes the fee at least: 0 if there is none. It may be above the ceiling, but nothing that comes on top of it. */
  readonly leastByWish: bigint;
}

/** What is wrong about a fee. */
export function feeProblems(
  { identity, feeCeiling }: Pick<AlgorandContext, 'identity' | 'feeCeiling'>,
  { least, wished, leastByWish }: Fees,
): Problem[] {
  const native = (amount: bigint) => nativeAmount({ identity }, amount);
  if (wished === undefined) {
    const ceiling = leastByWish > feeCeiling ? leastByWish : feeCeiling;
    if (least <= ceiling) return [];
    const above = { what: 'fee', asked: native(least), ceiling: native(ceiling), chain: identity.name };
    return [problem('fee.aboveCeiling', above, field)];
  }
  if (wished > mostFee) return [problem('fee.tooHigh', { maximum: native(mostFee) }, field)];
  // A fee can be too low although a lower one is enough: its number needs more bytes, and they cost something, too.
  if (wished < least) return [problem('fee.tooLow', { minimum: native(least) }, field)];
  return [];
}
