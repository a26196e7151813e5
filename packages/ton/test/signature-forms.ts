/** Writes a signature, or the whole signed message as a BOC, in some form. */
export type WriteSignature = (signature: Uint8Array, boc: Uint8Array, publicKey: Uint8Array) => string;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Every form in which a signature may come. */
export const signatureForms: readonly (readonly [name: string, write: WriteSignature])[] = [
  ['hex', (bytes) => hex(bytes)],
  ['hex with 0x', (bytes) => `0x${hex(bytes)}`],
  ['upper-case hex', (bytes) => hex(bytes).toUpperCase()],
  ['base64', (bytes) => base64(bytes)],
  ['base64 without padding', (bytes) => base64(bytes).replace(/=+$/, '')],
  ['URL-safe base64', (bytes) => Buffer.from(bytes).toString('base64url')],
  ['with spaces around it', (bytes) => `\n ${hex(bytes)} `],
  ['the signed message in base64', (_, boc) => base64(boc)],
  ['the signed message in URL-safe base64', (_, boc) => Buffer.from(boc).toString('base64url')],
  ['the signed message in hex', (_, boc) => hex(boc)],
  ['the signed message in hex with 0x', (_, boc) => `0x${hex(boc)}`],
  ['JSON with base64', (bytes) => JSON.stringify({ signature: base64(bytes) })],
  [
    'JSON with hex and the public key',
    (bytes, _, publicKey) => JSON.stringify({ publicKey: hex(publicKey), signature: hex(bytes) }),
  ],
  [
    'JSON with the public key in upper case behind 0x',
    (bytes, _, publicKey) => JSON.stringify({ publicKey: `0x${hex(publicKey).toUpperCase()}`, signature: hex(bytes) }),
  ],
  ['JSON with a list of bytes', (bytes) => JSON.stringify({ signature: [...bytes] })],
  ['JSON with the signed message', (_, boc) => JSON.stringify({ signature: base64(boc) })],
];
