/**
 * The largest amount that can be sent where the fee depends on how long the amount is written. The fee follows from the bytes, the amount from the fee, and the
 * bytes from the amount. So each length is tried with the fee of its own bytes.
 *
 * @param available - For the amount and the fee together.
 * @param ends - The largest amount of each length, or of each group of lengths with one fee. The shortest first.
 * @param feeOf - The fee of an amount. It is the same for all amounts of one length. A longer amount may cost less.
 * @returns 0 if nothing can be sent.
 */
export function largestAmount(available: bigint, ends: readonly bigint[], feeOf: (amount: bigint) => bigint): bigint {
  return ends.reduce((largest, end, i) => {
    const rest = available - feeOf(end);
    const amount = rest < end ? rest : end;
    return amount > (ends[i - 1] ?? 0n) ? amount : largest;
  }, 0n);
}
