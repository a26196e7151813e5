import type { RecordScene } from '@isochain/conformance';
import type { AlgorandOptions } from '../../src/options.ts';
import { decode, msgpack } from '../judge.ts';
import { type Actor, signBytes } from '../world/actor.ts';
import { algo, leaver, newcomer, now, recipient, rekeyed, rich, sender, voter } from '../world/cast.ts';
import { honestEndpoints, honestFetch } from '../world/honest.ts';
import { assets, participation } from '../world/world.ts';

// Encodes over the stand-in, whose clock stands still. Signatures are those of the platform's own cryptography.

export type Intent = Readonly<Record<string, unknown>>;

/** In place of an amount. */
export const all: Intent = { amount: undefined, useMaxAmount: true };

export const transfer: Intent = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(2n * algo) },
};
export const opening: Intent = { ...transfer, recipientAddress: newcomer.address };
/** Another key signs. */
export const ofRekeyed: Intent = { ...transfer, senderAddress: rekeyed.address };
export const closing: Intent = {
  ...{ ...transfer, ...all, senderAddress: leaver.address },
  params: { closeAccount: true },
};
export const token: Intent = { ...transfer, mode: 'transferToken', tokenId: assets.demo, amount: '1234567' };
export const leavingToken: Intent = { ...token, ...all, params: { optOut: true } };
export const optIn: Intent = { mode: 'enableToken', senderAddress: sender.address, tokenId: assets.fresh };
export const optOut: Intent = { ...optIn, tokenId: assets.empty, params: { optOut: true } };
export const stake: Intent = {
  ...{ mode: 'stake', senderAddress: rich.address, targetValidatorAddress: rich.address },
  ...{ useMaxAmount: true, params: participation },
};
export const unstake: Intent = {
  ...{ mode: 'unstake', senderAddress: voter.address, validatorAddress: voter.address, useMaxAmount: true },
};

export interface Asking {
  readonly options?: Omit<AlgorandOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(name: string, intent: Intent, { options, sign }: Asking = {}): RecordScene {
  return {
    ...{ name, chainId: 'algorand', intent, now },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

type Signing = NonNullable<RecordScene['sign']>;
type Signed = Parameters<Signing>[0];

export const messageOf = ({ encoded }: Signed): string => encoded[0]?.hash?.value ?? '';
export const rawOf = ({ encoded }: Signed): string => encoded[0]?.raw?.value ?? '';

/** The signed transaction in hex, as wallets answer it. */
export function signedTransaction(answer: Signed, by: Actor, signer?: Uint8Array): string {
  const sig = Buffer.from(signBytes(messageOf(answer), by), 'hex');
  const txn = decode(Buffer.from(rawOf(answer), 'hex')) as never;
  return Buffer.from(msgpack({ ...(signer === undefined ? {} : { sgnr: signer }), sig, txn })).toString('hex');
}

/** Every form that signers produce. */
export const inEveryForm =
  (by: Actor, signer?: Uint8Array): Signing =>
  (answer) => {
    const signature = signBytes(messageOf(answer), by);
    const transaction = signedTransaction(answer, by, signer);
    const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
    return {
      hex: signature,
      'hex with 0x': `0x${signature}`,
      'hex in capitals': signature.toUpperCase(),
      base64: base64(signature),
      JSON: JSON.stringify({ signature: `0x${signature}`, publicKey: by.publicKey }),
      'signed transaction': transaction,
      'signed transaction in base64': base64(transaction),
      'list of a wallet': JSON.stringify([null, base64(transaction)]),
    };
  };

export const inHex =
  (by: Actor): Signing =>
  (answer) => ({ hex: signBytes(messageOf(answer), by) });
