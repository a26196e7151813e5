import { buildTransaction } from '../bytes/build.ts';
import { mostUint64 } from '../bytes/limits.ts';
import { signedSize } from '../bytes/signed-size.ts';
import type { AlgorandPlan, Deed } from '../bytes/transaction.ts';
import type { Suggested } from '../upstream/queries/network.ts';

/**
 * The lowest fee that a transaction may have, in microAlgos. It is at least the lowest fee of the network, and at least the price of all its bytes (go-algorand,
 * data/pools/transactionPool.go: checkSufficientFee).
 *
 * There is no margin for prices that rise before the transaction is sent. The price of a byte doubles with each round of about 2.8 seconds while blocks are
 * full, and halves while they are not (OnNewBlock in the same file). So a margin is either too small for the time in which people sign, or not needed. All of a
 * fee is taken, and a transaction that pays too little is only refused: the same one can be sent again when the price has fallen.
 *
 * @param plan - Its fee does not matter.
 * @param from - No lower fee is wanted, in microAlgos.
 */
export function feeOf(
  { minFee, feePerByte }: Pick<Suggested, 'minFee' | 'feePerByte'>,
  plan: AlgorandPlan,
  from: bigint = 0n,
): bigint {
  let fee = from > minFee ? from : minFee;
  // The fee is a part of the bytes: a higher one may need more of them, and never fewer. Numbers have five lengths, so this ends.
  for (;;) {
    const needed = feePerByte * sizeOf({ ...plan, fee });
    if (needed <= fee) return fee;
    fee = needed;
  }
}

/**
 * Bytes of the signed transaction. What a client wishes, or a node says, may be too large for the bytes: then these are those of the largest number. Such a
 * transaction is refused for another reason.
 */
function sizeOf(plan: AlgorandPlan): bigint {
  const fitting = { ...plan, fee: fit(plan.fee), lastValid: fit(plan.lastValid), deed: fitDeed(plan.deed) };
  const { length } = buildTransaction(fitting).toByte();
  return BigInt(signedSize(length, plan.signer !== plan.sender));
}

function fitDeed(deed: Deed): Deed {
  return 'amount' in deed ? { ...deed, amount: fit(deed.amount) } : deed;
}

function fit(value: bigint): bigint {
  return value > mostUint64 ? mostUint64 : value;
}
