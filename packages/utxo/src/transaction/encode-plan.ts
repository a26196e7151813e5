import { type EncodedItem, toHex } from '@isochain/core';
import { createDigests, type Digests, isTaproot } from './digests.ts';
import type { Plan } from './plan.ts';
import { serialize } from './unsigned.ts';
import { psbtOf } from './write-psbt.ts';

/** What is signed, and what signatures are compared with. */
export interface Unsigned {
  /** The transaction without signatures. */
  readonly transaction: Uint8Array;
  readonly psbt: Uint8Array;
  readonly digest: Digests;
}

/**
 * Makes what is signed: an item for each input with the 32 bytes that it signs (BIP340 for taproot, else ECDSA, without hashing again), the
 * first one with the whole transaction as PSBT (BIP174, version 0) in hex for wallets.
 */
export function assemblePlan(plan: Plan): { readonly items: EncodedItem[]; readonly unsigned: Unsigned } {
  const transaction = serialize(plan);
  const psbt = psbtOf(plan, transaction);
  const make = createDigests(plan, transaction);
  const made = plan.inputs.map((_, i) => make(i));
  const raw = { format: 'PSBT', value: toHex(psbt) } as const;
  const items = made.map((digest, i): EncodedItem => {
    const hash = { format: 'sha256', value: toHex(digest) } as const;
    return i > 0 ? { hash } : { hash, raw };
  });
  const digest: Digests = (index, sighash = 0) => {
    const input = plan.inputs[index];
    // Taproot alone signs something else with SIGHASH_ALL.
    const isOther = sighash !== 0 && input !== undefined && isTaproot(input.spend);
    return (isOther ? undefined : made[index]) ?? make(index, sighash);
  };
  return { items, unsigned: { transaction, psbt, digest } };
}

/** The items alone. */
export function encodePlan(plan: Plan): EncodedItem[] {
  return assemblePlan(plan).items;
}
