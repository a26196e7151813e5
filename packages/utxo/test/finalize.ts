import { fromHex, type SignedTransaction } from '@isochain/core';
import { assemblePlan } from '../src/transaction/encode-plan.ts';
import * as real from '../src/transaction/finalize-plan.ts';
import type { InputSignature } from '../src/transaction/input-signature.ts';
import type { Plan } from '../src/transaction/plan.ts';

/** @param publicKey - Of the sender, compressed, in hex. */
export function finalizePlan(plan: Plan, signature: string, publicKey?: string): SignedTransaction {
  const { unsigned } = assemblePlan(plan);
  return real.finalizePlan(
    { ...plan, publicKey: publicKey === undefined ? undefined : fromHex(publicKey) },
    unsigned,
    signature,
  );
}

export function signaturesOf(plan: Plan, signature: string): InputSignature[] {
  return real.signaturesOf(plan, assemblePlan(plan).unsigned, signature);
}
