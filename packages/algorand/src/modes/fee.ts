import { nativeAmount, type Problem, problem } from '@isochain/core';
import { mostFee } from '../bytes/limits.ts';
import type { AlgorandContext } from '../context.ts';

const field = 'transaction.data.fees';

/**
 * What is wrong about a fee. In microAlgos.
 *
 * @param least - What the network asks for this transaction.
 * @param wished - The client's `fees`, or what another wish costs. It may be above the ceiling: that is for what the service offers by itself.
 */
export function feeProblems(
  context: Pick<AlgorandContext, 'identity' | 'feeCeiling'>,
  least: bigint,
  wished: bigint | undefined,
): Problem[] {
  const native = (amount: bigint) => nativeAmount(context, amount);
  const { name: chain } = context.identity;
  if (wished === undefined) {
    if (least <= context.feeCeiling) return [];
    const above = { what: 'fee', asked: native(least), ceiling: native(context.feeCeiling), chain };
    return [problem('fee.aboveCeiling', above, field)];
  }
  if (wished > mostFee) return [problem('fee.tooHigh', { maximum: native(mostFee) }, field)];
  if (wished < least) return [problem('fee.tooLow', { minimum: native(least) }, field)];
  return [];
}
