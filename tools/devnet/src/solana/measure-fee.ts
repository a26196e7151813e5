import { lamports } from '@solana/kit';
import { LiteSVM } from 'litesvm';
import { readAccount } from './accounts-db.ts';
import { programs } from './programs.ts';
import type { WireTransaction } from './wire.ts';

const plenty = 10n ** 17n;

/**
 * What the runtime charges for a transaction: run on a copy of the chain whose payer is rich, so that it is charged whether the
 * instructions work or not. Nothing of the fee rules is written down here.
 */
export function measureFee(svm: LiteSVM, { transaction, staticKeys }: WireTransaction): bigint {
  const copy = LiteSVM.fromBytes(svm.toBytes())
    .withSigverify(false)
    .withBlockhashCheck(false)
    .withTransactionHistory(0n);
  const [payer] = staticKeys;
  if (payer === undefined) throw new RangeError('a message without a fee payer');
  copy.setAccount({
    address: payer,
    lamports: lamports(plenty),
    data: new Uint8Array(),
    programAddress: programs.system,
    executable: false,
    space: 0n,
  });
  const total = (): bigint => staticKeys.reduce((sum, key) => sum + (readAccount(copy, key)?.lamports ?? 0n), 0n);
  const before = total();
  copy.sendTransaction(transaction);
  return before - total();
}
