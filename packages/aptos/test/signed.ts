import type { SignedTransaction } from '@isochain/core';
import type { Address } from '../src/address/address.ts';
import { assemble } from '../src/bytes/assemble.ts';
import { transferCall } from '../src/bytes/calls.ts';
import { finalize } from '../src/bytes/finalize.ts';
import type { AptosPlan } from '../src/bytes/transaction.ts';
import { privateKey, publicKeyOf, signatureOf } from './keys.ts';
import { nowSeconds, recipient, sender } from './scripted-node.ts';

export interface Signed {
  readonly plan: AptosPlan;
  readonly signed: SignedTransaction;
}

/** Signs with Node's own cryptography. */
export function signedBy(plan: AptosPlan, seed: string = privateKey): Signed {
  const { unsigned } = assemble(plan);
  return { plan, signed: finalize(plan, unsigned, signatureOf(unsigned.message, seed)) };
}

/** A transfer of 1 APT with sequence number 5, from `sender` to `recipient`. */
export function signedTransfer(changed: Partial<AptosPlan> = {}): Signed {
  return signedBy({
    sender: sender as Address,
    call: transferCall(recipient as Address, 100_000_000n),
    replay: { sequenceNumber: 5n },
    maxGasAmount: 560n,
    gasUnitPrice: 100n,
    expiration: nowSeconds + 600n,
    chainId: 1,
    signer: { publicKey: publicKeyOf(), scheme: 'ed25519' },
    ...changed,
  });
}
