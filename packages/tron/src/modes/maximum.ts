import { largestAmount } from '@isochain/core';

/** The highest numbers that are written with 1 to 9 bytes: 7 bits each (protobuf, "Base 128 Varints"). */
export const varintEnds: readonly bigint[] = Array.from({ length: 9 }, (_, i) => 2n ** BigInt(7 * (i + 1)) - 1n);

/**
 * The highest amount that can be sent. The fees depend on the size of the transaction, and so on the length of the amount: a higher amount may
 * cost more than it adds.
 *
 * @param feesOf - The fees for an amount. They are the same for all amounts of one length.
 * @returns 0 if nothing can be sent.
 */
export function highestAmount(balance: bigint, feesOf: (amount: bigint) => bigint): bigint {
  return largestAmount(balance, varintEnds, feesOf);
}
