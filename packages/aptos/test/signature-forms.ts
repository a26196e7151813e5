import type { Made } from './kinds.ts';
import { authenticatorOf, hexOf, judgedSigned } from './sdk.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

/** The account authenticator of a signature, under a scheme, in hex. */
function authenticator({ signer }: Made, signature: string, scheme = signer.scheme): string {
  return hexOf(authenticatorOf({ ...signer, scheme }, signature).bcsToBytes());
}

/** Writes the signature of a sender, in hex, in some form. */
type WriteSignature = (signature: string, made: Made) => string;

/** Every form in which the signature of one account may come. */
export const signatureForms: readonly (readonly [name: string, write: WriteSignature])[] = [
  ['hex', (signature) => signature],
  ['hex with 0x', (signature) => `0x${signature}`],
  ['upper-case hex', (signature) => signature.toUpperCase()],
  ['base64', (signature) => base64(signature)],
  ['base64 without padding', (signature) => base64(signature).replace(/=+$/, '')],
  ['URL-safe base64', (signature) => Buffer.from(signature, 'hex').toString('base64url')],
  ['with spaces around it', (signature) => `\n ${signature} `],
  ['AIP-80', (signature) => `ed25519-sig-0x${signature}`],
  ['AIP-80 without 0x', (signature) => `ed25519-sig-${signature}`],
  ['AIP-80 in upper case', (signature) => `ED25519-SIG-0x${signature.toUpperCase()}`],
  ['JSON with hex', (signature) => JSON.stringify({ signature })],
  ['JSON with base64', (signature) => JSON.stringify({ signature: base64(signature) })],
  ['JSON with AIP-80', (signature) => JSON.stringify({ signature: `ed25519-sig-0x${signature}` })],
  ['JSON with a list of bytes', (signature) => JSON.stringify({ signature: [...Buffer.from(signature, 'hex')] })],
  [
    'JSON with the key',
    (signature, { signer }) => JSON.stringify({ publicKey: `0x${signer.publicKey.toUpperCase()}`, signature }),
  ],
  [
    'JSON with the key of AIP-80',
    (signature, { signer }) => JSON.stringify({ publicKey: `ed25519-pub-0x${signer.publicKey}`, signature }),
  ],
  ['the authenticator of the legacy scheme', (signature, made) => authenticator(made, signature, 'ed25519')],
  ['the authenticator of a single key', (signature, made) => authenticator(made, signature, 'single_key')],
  ['an authenticator with 0x', (signature, made) => `0x${authenticator(made, signature)}`],
  ['an authenticator in base64', (signature, made) => base64(authenticator(made, signature))],
  ['JSON with an authenticator', (signature, made) => JSON.stringify({ signature: authenticator(made, signature) })],
  ['the signed transaction', (signature, made) => judgedSigned(made, [signature]).raw],
  ['the signed transaction with 0x', (signature, made) => `0x${judgedSigned(made, [signature]).raw}`],
  ['the signed transaction in base64', (signature, made) => base64(judgedSigned(made, [signature]).raw)],
  [
    'JSON with the signed transaction',
    (signature, made) => JSON.stringify({ signature: judgedSigned(made, [signature]).raw }),
  ],
  [
    'JSON with the signed transaction as a list of bytes',
    (signature, made) => JSON.stringify({ signature: [...Buffer.from(judgedSigned(made, [signature]).raw, 'hex')] }),
  ],
];

/** Every form in which the signatures of a sender and of the account that pays may come. */
export const pairForms: readonly (readonly [
  name: string,
  write: (own: string, theirs: string, made: Made) => string,
])[] = [
  ['hex with a comma', (own, theirs) => `${own},${theirs}`],
  ['hex with 0x, a comma and a space', (own, theirs) => `0x${own}, 0x${theirs}`],
  ['one behind the other', (own, theirs) => own + theirs],
  ['one behind the other in base64', (own, theirs) => base64(own + theirs)],
  ['base64 with a comma', (own, theirs) => `${base64(own)},${base64(theirs)}`],
  ['AIP-80 with a comma', (own, theirs) => `ed25519-sig-0x${own},ed25519-sig-0x${theirs}`],
  [
    'authenticators with a comma',
    (own, theirs, made) =>
      [authenticator(made, own), made.payer && hexOf(authenticatorOf(made.payer, theirs).bcsToBytes())].join(),
  ],
  ['JSON with both behind each other', (own, theirs) => JSON.stringify({ signature: own + theirs })],
  ['the signed transaction', (own, theirs, made) => judgedSigned(made, [own, theirs]).raw],
  ['the signed transaction in base64', (own, theirs, made) => base64(judgedSigned(made, [own, theirs]).raw)],
];
