import { lamports } from '@solana/kit';
import { LiteSVM } from 'litesvm';
import { readAccount } from './accounts-db.ts';
import { programs } from './programs.ts';
import type { WireTransaction } from './wire.ts';

const plenty = 10n ** 17n;

/**
 * The fee that the runtime charges for a transaction. It runs on a copy of the chain with a rich payer, so that the fee is charged even if the
 * instructions fail. This file does not know the fee rules.
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
