import { judged, judgedSigned, type Keypair } from './judge.ts';
import type { Made } from './kinds.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const hexOf = (text: string) => Buffer.from(text, 'base64').toString('hex');

/** The signed envelope of version 0, which some wallets write. It has no type of the source, and is of type 0. */
export function version0(envelope: string): string {
  const hex = hexOf(envelope);
  return base64(`00000000${hex.slice(16)}`);
}

/** Writes the signature of a key in some form. */
export type WriteSignature = (made: Made, key: Keypair) => string;

const hex: WriteSignature = (made, key) => key.sign(judged(made).hash()).toString('hex');
const envelope: WriteSignature = (made, key) => judgedSigned(made, [key]);

/** Every form in which the signature of one key may come. */
export const signatureForms: readonly (readonly [name: string, write: WriteSignature])[] = [
  ['hex', hex],
  ['hex with 0x', (...all) => `0x${hex(...all)}`],
  ['upper-case hex', (...all) => hex(...all).toUpperCase()],
  ['upper-case hex with 0X', (...all) => `0X${hex(...all).toUpperCase()}`],
  ['base64', (...all) => base64(hex(...all))],
  ['base64 without padding', (...all) => base64(hex(...all)).replace(/=+$/, '')],
  ['URL-safe base64', (...all) => Buffer.from(hex(...all), 'hex').toString('base64url')],
  ['hex with spaces around it', (...all) => `\n ${hex(...all)} `],
  ['JSON with hex', (...all) => JSON.stringify({ signature: hex(...all) })],
  ['JSON with hex and 0x', (...all) => JSON.stringify({ signature: `0x${hex(...all)}` })],
  ['JSON with base64', (...all) => JSON.stringify({ signature: base64(hex(...all)) })],
  ['JSON with a list of bytes', (...all) => JSON.stringify({ signature: [...Buffer.from(hex(...all), 'hex')] })],
  [
    'JSON with the key as an account',
    (made, key) => JSON.stringify({ signature: hex(made, key), publicKey: key.publicKey() }),
  ],
  [
    'JSON with the key in hex',
    (made, key) => JSON.stringify({ signature: hex(made, key), publicKey: key.rawPublicKey().toString('hex') }),
  ],
  ['the signed envelope', envelope],
  ['the signed envelope in hex', (...all) => hexOf(envelope(...all))],
  ['the signed envelope in hex with 0x', (...all) => `0x${hexOf(envelope(...all))}`],
  ['the signed envelope of version 0', (...all) => version0(envelope(...all))],
  ['the signed envelope of version 0 in hex', (...all) => hexOf(version0(envelope(...all)))],
  [
    'the answer of a wallet (SEP-43)',
    (made, key) => JSON.stringify({ signedTxXdr: envelope(made, key), signerAddress: key.publicKey() }),
  ],
  ['the answer of a wallet (WalletConnect)', (...all) => JSON.stringify({ signedXDR: envelope(...all) })],
  ['JSON with the signed envelope', (...all) => JSON.stringify({ signature: envelope(...all) })],
];
