import { type Assembled, sha256, toHex } from '@isochain/core';
import type { Tron } from '../types.ts';
import { rawDataBytes } from './raw-data.ts';
import type { TronPlan } from './transaction.ts';
import { walletTransaction } from './wallet-transaction.ts';

/** Makes what is signed. Its SHA-256 hash is what the key signs, and the id of the transaction. */
export function assemble(plan: TronPlan): Assembled<Tron> {
  const raw = rawDataBytes(plan);
  const id = sha256(raw);
  const item = {
    hash: { format: 'sha256', value: toHex(id) },
    raw: { format: 'RAW_TRANSACTION', value: toHex(raw) },
  } as const;
  return { items: [item], unsigned: { raw, id }, copies: { ...walletTransaction(plan, raw) } };
}
