import type { SignedTransaction } from '@isochain/core';
import { Keypair, Networks } from '@stellar/stellar-base';
import type { Address } from '../src/address/address.ts';
import { assemble } from '../src/bytes/assemble.ts';
import { finalize } from '../src/bytes/finalize.ts';
import type { StellarPlan } from '../src/bytes/transaction.ts';
import { nowSeconds, privateKey, recipient, sender, sequence } from './scripted-horizon.ts';

/** A plan with its signed transaction. */
export interface Signed {
  readonly plan: StellarPlan;
  readonly signed: SignedTransaction;
}

/** Signs with @stellar/stellar-base. @param seed - 32 bytes in hex. */
export function signedBy(plan: StellarPlan, seed: string = privateKey): Signed {
  const { unsigned } = assemble(plan);
  const signature = Keypair.fromRawEd25519Seed(Buffer.from(seed, 'hex')).sign(Buffer.from(unsigned.hash));
  return { plan, signed: finalize(plan, unsigned, signature.toString('hex')) };
}

/** A transfer of 1 XLM with the next sequence number, from `sender` to `recipient`. */
export function signedTransfer(changed: Partial<StellarPlan> = {}): Signed {
  return signedBy({
    source: sender,
    fee: 100n,
    sequence: sequence + 1n,
    maxTime: nowSeconds + 600n,
    memo: { type: 'none' },
    operation: { type: 'payment', destination: recipient, asset: undefined, amount: 10_000_000n },
    passphrase: Networks.PUBLIC,
    signers: [sender as Address],
    ...changed,
  });
}
