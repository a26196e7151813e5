import { type EncodedItem, toHex } from '@isochain/core';
import { createDigests } from './digests.ts';
import type { Plan } from './plan.ts';
import { psbtOf } from './write-psbt.ts';

/**
 * Makes what is signed: an item for each input with the 32 bytes that it signs (BIP340 for taproot, else ECDSA, without hashing again), the
 * first one with the whole transaction as PSBT (BIP174, version 0) in hex for wallets.
 */
export function encodePlan(plan: Plan): EncodedItem[] {
  const digest = createDigests(plan);
  const items = plan.inputs.map((_, i): EncodedItem => ({ hash: { format: 'sha256', value: toHex(digest(i)) } }));
  return items.map((item, i) => (i > 0 ? item : { ...item, raw: { format: 'PSBT', value: toHex(psbtOf(plan)) } }));
}
