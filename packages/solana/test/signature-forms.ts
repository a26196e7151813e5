import { getAddressEncoder, getBase58Decoder } from '@solana/kit';

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Writes a signature, or the whole signed transaction, in some form. */
export type WriteSignature = (signature: Uint8Array, wire: Uint8Array, signer: string) => string;

/** Every form in which a signature may come. */
export const signatureForms: readonly (readonly [name: string, write: WriteSignature])[] = [
  ['hex', (bytes) => hex(bytes)],
  ['hex with 0x', (bytes) => `0x${hex(bytes)}`],
  ['upper-case hex', (bytes) => hex(bytes).toUpperCase()],
  ['base58', (bytes) => base58(bytes)],
  ['base64', (bytes) => base64(bytes)],
  ['base64 without padding', (bytes) => base64(bytes).replace(/=+$/, '')],
  ['URL-safe base64', (bytes) => Buffer.from(bytes).toString('base64url')],
  ['with spaces around it', (bytes) => `\n ${hex(bytes)} `],
  ['the signed transaction in base64', (_, wire) => base64(wire)],
  ['the signed transaction in base58', (_, wire) => base58(wire)],
  ['the signed transaction in hex', (_, wire) => hex(wire)],
  ['the signed transaction in hex with 0x', (_, wire) => `0x${hex(wire)}`],
  ['JSON with base58', (bytes) => JSON.stringify({ signature: base58(bytes) })],
  ['JSON with hex and the public key', (bytes, _, publicKey) => JSON.stringify({ publicKey, signature: hex(bytes) })],
  [
    'JSON with the public key in hex',
    (bytes, _, signer) => JSON.stringify({ publicKey: hex(publicKeyOf(signer)), signature: hex(bytes) }),
  ],
  ['JSON with a list of bytes', (bytes) => JSON.stringify({ signature: [...bytes] })],
  ['JSON with the signed transaction', (_, wire) => JSON.stringify({ signature: base64(wire) })],
];

function publicKeyOf(address: string): Uint8Array {
  return Uint8Array.from(getAddressEncoder().encode(address as never));
}
