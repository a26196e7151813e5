import { type Assembled, toHex } from '@isochain/core';
import type { Ton } from '../types.ts';
import { signingMessage } from '../wallets/signing-message.ts';
import type { TonPlan } from './transaction.ts';

/** Makes the message that the wallet signs. Its hash is what the key signs; `raw` is the message itself, to look at. */
export function assemble(plan: TonPlan): Assembled<Ton> {
  const signing = signingMessage(plan);
  const item = {
    hash: { format: 'sha256', value: toHex(signing.hash()) },
    raw: { format: 'BOC', value: toHex(signing.toBoc()) },
  } as const;
  return { items: [item], unsigned: { signing } };
}
