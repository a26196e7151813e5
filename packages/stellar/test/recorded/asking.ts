import type { RecordScene } from '@isochain/conformance';
import { Keypair, TransactionBuilder } from '@stellar/stellar-base';
import type { StellarOptions } from '../../src/options.ts';
import { type Actor, muxed, signHash } from '../world/actor.ts';
import { cosigners, leaver, newcomer, now, recipient, sender, shared, untrusting, xlm } from '../world/cast.ts';
import { honestEndpoints, honestFetch, honestTestnet } from '../world/honest.ts';
import { tokens } from '../world/world.ts';

// Encodes over the stand-in, whose clock stands still. Signatures are those of the chain's older library.

export type Intent = Readonly<Record<string, unknown>>;

/** In place of an amount. */
export const all: Intent = { amount: undefined, useMaxAmount: true };

export const transfer: Intent = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(2n * xlm) },
};
export const toMuxed: Intent = { ...transfer, recipientAddress: muxed(recipient, 9_007_199_254_740_993n) };
export const creation: Intent = { ...transfer, recipientAddress: newcomer.address };
/** Two keys sign. */
export const together: Intent = {
  ...transfer,
  ...{ senderAddress: shared.address, params: { signers: [shared.address, cosigners[0].address] } },
};
export const closing: Intent = {
  ...{ ...transfer, ...all, senderAddress: leaver.address },
  params: { closeAccount: true },
};
export const token: Intent = { ...transfer, mode: 'transferToken', tokenId: tokens.demo, amount: '1234567' };
export const claimable: Intent = { ...token, recipientAddress: untrusting.address, params: { claimable: true } };
export const enabling: Intent = { mode: 'enableToken', senderAddress: sender.address, tokenId: tokens.fresh };
export const limiting: Intent = { ...enabling, tokenId: tokens.demo, params: { limit: '90000000000000' } };
export const removing: Intent = { ...enabling, tokenId: tokens.empty, params: { remove: true } };

export interface Asking {
  readonly options?: Omit<StellarOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(name: string, intent: Intent, { options, sign }: Asking = {}): RecordScene {
  return {
    ...{ name, chainId: 'stellar', intent, now },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

/** The same on the test network. */
export function askingTestnet(name: string, intent: Intent, more: Asking = {}): RecordScene {
  return {
    ...asking(`${name} on the test network`, intent, more),
    chainId: 'stellar-testnet',
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestTestnet }),
  };
}

type Signing = NonNullable<RecordScene['sign']>;
type Signed = Parameters<Signing>[0];

export const hashOf = ({ encoded }: Signed): string => encoded[0]?.hash?.value ?? '';
export const envelopeOf = ({ encoded }: Signed): string => encoded[0]?.raw?.value ?? '';

/** The signed envelope in base64, as wallets answer it. */
export function signedEnvelope(envelope: string, passphrase: string, by: readonly Actor[]): string {
  const transaction = TransactionBuilder.fromXDR(envelope, passphrase);
  for (const { privateKey } of by)
    transaction.sign(Keypair.fromRawEd25519Seed(Buffer.from(privateKey.slice(2), 'hex')));
  return transaction.toEnvelope().toXDR('base64');
}

/** Every form that signers produce. */
export const inEveryForm =
  (by: Actor, passphrase: string): Signing =>
  (answer) => {
    const signature = signHash(hashOf(answer), by);
    const envelope = signedEnvelope(envelopeOf(answer), passphrase, [by]);
    return {
      hex: signature,
      'hex with 0x': `0x${signature}`,
      'hex in capitals': signature.toUpperCase(),
      base64: Buffer.from(signature, 'hex').toString('base64'),
      JSON: JSON.stringify({ signature: `0x${signature}`, publicKey: by.publicKey }),
      'signed envelope': envelope,
      'signed envelope in hex': Buffer.from(envelope, 'base64').toString('hex'),
    };
  };

export const inHex =
  (by: Actor): Signing =>
  (answer) => ({ hex: signHash(hashOf(answer), by) });

/** Of several keys, in both forms. */
export const byAll =
  (by: readonly Actor[], passphrase: string): Signing =>
  (answer) => ({
    'with commas': by.map((one) => signHash(hashOf(answer), one)).join(','),
    'signed envelope': signedEnvelope(envelopeOf(answer), passphrase, by),
  });
