import type { SignedTransaction } from '@isochain/core';
import { ed25519 } from '@noble/curves/ed25519.js';
import { assemble } from '../src/bytes/assemble.ts';
import { finalize } from '../src/bytes/finalize.ts';
import type { AlgorandPlan } from '../src/bytes/transaction.ts';
import { genesisHash, genesisId, privateKey, recipient, round, sender } from './scripted-node.ts';

/** A plan with its signed transaction. */
export interface Signed {
  readonly plan: AlgorandPlan;
  readonly signed: SignedTransaction;
}

/** Signs with noble. @param seed - 32 bytes in hex. */
function signedBy(plan: AlgorandPlan, seed: string = privateKey): Signed {
  const { unsigned } = assemble(plan);
  const signature = ed25519.sign(unsigned.message, Buffer.from(seed, 'hex'));
  return { plan, signed: finalize(plan, unsigned, Buffer.from(signature).toString('hex')) };
}

/** A transfer of 1 ALGO from `sender` to `recipient`, encoded in the latest round. */
export function signedTransfer(changed: Partial<AlgorandPlan> = {}): Signed {
  const first = BigInt(round);
  return signedBy({
    sender,
    fee: 1_000n,
    firstValid: first,
    lastValid: first + 1_000n,
    genesisId,
    genesisHash,
    note: undefined,
    lease: undefined,
    deed: { type: 'payment', receiver: recipient, amount: 1_000_000n },
    signer: sender,
    ...changed,
  });
}
