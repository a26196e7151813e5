import { type Assembled, toHex } from '@isochain/core';
import type { Stellar } from '../types.ts';
import { buildTransaction } from './build.ts';
import type { StellarPlan } from './transaction.ts';

/** Makes what is signed: the hash of the transaction, and the envelope that wallets take. */
export function assemble(plan: StellarPlan): Assembled<Stellar> {
  const transaction = buildTransaction(plan, plan.passphrase);
  const hash = transaction.hash();
  const envelope = transaction.toEnvelope().toXdr('base64');
  return {
    items: [{ raw: { format: 'XDR', value: envelope }, hash: { format: 'sha256', value: toHex(hash) } }],
    unsigned: { signatureBase: transaction.signatureBase(), hash, envelope },
    // Who reads `data` sees the kind of the memo at once.
    copies: plan.memo.type === 'none' ? {} : { memo: plan.memo },
  };
}
