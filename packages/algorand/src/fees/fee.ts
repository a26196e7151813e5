import { buildTransaction } from '../bytes/build.ts';
import { signedSize } from '../bytes/signed-size.ts';
import type { AlgorandPlan } from '../bytes/transaction.ts';
import type { Suggested } from '../upstream/queries/network.ts';

/**
 * What a transaction has to pay: the price of its bytes, or the lowest fee if that is more (go-algorand, data/pools/transactionPool.go: checkSufficientFee). In
 * microAlgos.
 *
 * @param plan - Its fee does not matter: the fee is a part of the bytes, so the size is computed again until it fits.
 */
export function feeOf({ minFee, feePerByte }: Pick<Suggested, 'minFee' | 'feePerByte'>, plan: AlgorandPlan): bigint {
  let fee = minFee;
  for (;;) {
    const { length } = buildTransaction({ ...plan, fee }).toByte();
    const size = BigInt(signedSize(length, plan.signer !== plan.sender));
    const needed = feePerByte * size;
    if (needed <= fee) return fee;
    fee = needed;
  }
}
