import type { Policy } from '../chains.ts';

/**
 * What a transaction would cost at the usual fee rate of the chain.
 *
 * @param fees - What it costs, in the smallest unit.
 * @param feeRate - At this fee rate.
 * @param wished - The fee rate that the client named. It counts as usual.
 */
export function usualFeesOf(
  { usualFeeRate }: Pick<Policy, 'usualFeeRate'>,
  fees: bigint,
  feeRate: bigint,
  wished: bigint | undefined,
): bigint {
  return wished !== undefined || feeRate <= usualFeeRate ? fees : (fees * usualFeeRate) / feeRate;
}
