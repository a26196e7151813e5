import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { AptosContext } from '../context.ts';
import { mostUnits, type Need } from '../fees/gas.ts';

// Wished fees: the most that the sender is ready to pay.

interface FeeWishes {
  readonly fees?: bigint | undefined;
  readonly gas?: bigint | undefined;
}

const field = 'transaction.data.fees';

/**
 * What is wrong with wished fees before gas is known.
 *
 * @param price - Octas for one gas unit.
 * @param isSponsored - Whether another account pays.
 */
export function feeWishProblems({ fees, gas }: FeeWishes, price: bigint, isSponsored: boolean): Problem[] {
  if (fees === undefined) return [];
  const invalid = (reason: string) => [problem('wish.invalid', { field, reason }, field)];
  if (isSponsored) {
    // An answer of encode says 0, and may be sent back.
    return fees === 0n
      ? []
      : invalid('another account pays the fees: gas and params.gasUnitPrice limit what it pays, not fees');
  }
  if (gas === undefined || gas * price <= fees) return [];
  return invalid(`gas of ${gas} units at ${price} octas may cost ${gas * price} octas, which is more`);
}

/** The gas limit that a client asks for, by itself or with fees. Undefined if it leaves that to the service. */
export function wishedLimit({ fees, gas }: FeeWishes, price: bigint, isSponsored: boolean): bigint | undefined {
  if (gas !== undefined || fees === undefined || isSponsored) return gas;
  const paid = fees / price;
  return paid < mostUnits ? paid : mostUnits;
}

/** That wished fees do not pay for what the transaction needs. */
export function lowFeeProblems(
  context: Pick<AptosContext, 'identity'>,
  limit: bigint,
  { gasUsed, floor }: Need,
  price: bigint,
): Problem[] {
  const units = gasUsed > floor ? gasUsed : floor;
  return limit >= units ? [] : [problem('fee.tooLow', { minimum: nativeAmount(context, units * price) }, field)];
}
