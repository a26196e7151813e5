import type { RecordScene } from '@isochain/conformance';
import type { StarknetOptions } from '../../src/options.ts';
import { type Actor, inAllForms, signHash } from '../world/actor.ts';
import { newcomer, now, recipient, sender, strk } from '../world/cast.ts';
import { honestEndpoints, honestFetch } from '../world/honest.ts';

// Encodes over the stand-in, whose clock stands still. Signatures are those of @scure/starknet and starknet.js.

export type Intent = Readonly<Record<string, unknown>>;

export const all: Intent = { amount: undefined, useMaxAmount: true };
export const transfer: Intent = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(2n * strk) },
};
export const deployment: Intent = { mode: 'deployAccount', senderPubKey: newcomer.publicKey };

export interface Asking {
  readonly options?: Omit<StarknetOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(name: string, intent: Intent, { options, sign }: Asking = {}): RecordScene {
  return {
    ...{ name, chainId: 'starknet', intent, now },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

export type Signing = NonNullable<RecordScene['sign']>;

/** Every form that signers produce. */
export const inEveryForm =
  (by: Actor): Signing =>
  ({ encoded }) =>
    inAllForms(encoded[0]?.hash?.value ?? '', by);

export const inHex =
  (by: Actor): Signing =>
  ({ encoded }) => ({ hex: signHash(encoded[0]?.hash?.value ?? '', by) });
