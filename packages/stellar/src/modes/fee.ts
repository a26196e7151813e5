import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import { bidOf, lowestFee } from '../fees/bid.ts';
import type { FeeStats } from '../upstream/queries/fee-stats.ts';
import type { LedgerFacts } from '../upstream/queries/ledgers.ts';

/** Fees have 32 bits (stellar/stellar-xdr, Stellar-transaction.x). */
const mostFee = 2n ** 32n - 1n;

const field = 'transaction.data.fees';

/** The bid for a transaction, with what is wrong about it. In stroops. */
export function feeOf(
  context: Pick<StellarContext, 'identity' | 'limits'>,
  stats: FeeStats | undefined,
  { baseFee }: Pick<LedgerFacts, 'baseFee'>,
  wished: bigint | undefined,
): { readonly fee: bigint; readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  if (wished === undefined) {
    const fee = bidOf(context.limits, stats, baseFee);
    const assumed = problem('fee.assumed', { chain: context.identity.name, fees: nativeAmount(context, fee) }, field);
    return { fee, errors: [], warnings: stats === undefined ? [assumed] : [] };
  }
  // A server that lies about the lowest fee must not make the client pay more than the ceiling.
  const least = baseFee > lowestFee && baseFee <= context.limits.busy ? baseFee : lowestFee;
  const tooLow = problem('fee.tooLow', { minimum: nativeAmount(context, least) }, field);
  const tooHigh = problem('fee.tooHigh', { maximum: nativeAmount(context, mostFee) }, field);
  return { fee: wished, errors: wished < least ? [tooLow] : wished > mostFee ? [tooHigh] : [], warnings: [] };
}
