import { nativeAmount, type Problem, problem } from '@isochain/core';
import { mostFee } from '../bytes/stroops.ts';
import type { StellarContext } from '../context.ts';
import { bidOf, ceilingOf, lowestFee } from '../fees/bid.ts';
import type { FeeStats } from '../upstream/queries/fee-stats.ts';
import type { LedgerFacts } from '../upstream/queries/ledgers.ts';

const field = 'transaction.data.fees';

/**
 * The bid for a transaction, with what is wrong about it. In stroops.
 *
 * @param stats - Undefined if the network did not tell.
 * @param wished - The client's `fees`. It may be above the ceilings: these are for what the service offers by itself.
 */
export function feeOf(
  context: Pick<StellarContext, 'identity' | 'limits'>,
  stats: FeeStats | undefined,
  { baseFee }: Pick<LedgerFacts, 'baseFee'>,
  wished: bigint | undefined,
): { readonly fee: bigint; readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  const native = (amount: bigint) => nativeAmount(context, amount);
  const { name: chain } = context.identity;
  if (wished === undefined) {
    const fee = bidOf(context.limits, stats, baseFee);
    const ceiling = ceilingOf(context.limits, stats);
    // Less than the lowest fee is refused by every node. A server that lies about it must not make the client pay more than the ceiling.
    const above = { what: 'lowest fee', asked: native(baseFee), ceiling: native(ceiling), chain };
    const errors = baseFee > ceiling ? [problem('fee.aboveCeiling', above, field)] : [];
    const assumed = problem('fee.assumed', { chain, fees: native(fee) }, field);
    return { fee, errors, warnings: stats === undefined ? [assumed] : [] };
  }
  const least = baseFee > lowestFee && baseFee <= context.limits.busy ? baseFee : lowestFee;
  const tooLow = problem('fee.tooLow', { minimum: native(least) }, field);
  const tooHigh = problem('fee.tooHigh', { maximum: native(mostFee) }, field);
  return { fee: wished, errors: wished < least ? [tooLow] : wished > mostFee ? [tooHigh] : [], warnings: [] };
}
