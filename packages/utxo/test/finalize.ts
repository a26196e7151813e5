import { fromHex, type SignedTransaction } from '@isochain/core';
import { assemblePlan } from '../src/bytes/assemble.ts';
import * as real from '../src/bytes/finalize.ts';
import type { InputSignature } from '../src/bytes/input-signature.ts';
import type { Plan } from '../src/bytes/planned-transaction.ts';

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
