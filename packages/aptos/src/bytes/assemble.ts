import { type Assembled, toHex } from '@isochain/core';
import { typeText } from '../move/type-tag.ts';
import type { Aptos } from '../types.ts';
import { functionText } from './calls.ts';
import { rawBytes } from './raw-transaction.ts';
import { signingMessage } from './signing-message.ts';
import type { AptosPlan } from './transaction.ts';

/** Makes what is signed: the whole signing message. There is no hash, because keys of Aptos sign the message itself. */
export function assemble(plan: AptosPlan): Assembled<Aptos> {
  const raw = rawBytes(plan);
  const message = signingMessage(raw, plan.feePayer?.address);
  return {
    items: [{ raw: { format: 'BCS', value: toHex(message) } }],
    unsigned: { raw, message },
    copies: { function: functionText(plan.call), typeArguments: plan.call.typeArguments.map(typeText) },
  };
}
