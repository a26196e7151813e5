import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

// Keys and addresses by Node's own cryptography, so that a slip in ours cannot hide.

/** The private key of `sender` in tests. */
export const privateKey: string = '07'.repeat(32);

/** In front of the 32 bytes of a private key (RFC 8410, PKCS #8). */
const pkcs8 = '302e020100300506032b657004220420';

const keyOf = (seed: string) =>
  createPrivateKey({ key: Buffer.from(pkcs8 + seed, 'hex'), format: 'der', type: 'pkcs8' });

/** @param seed - 32 bytes in hex. @returns 32 bytes in hex. */
export function publicKeyOf(seed: string = privateKey): string {
  return createPublicKey(keyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
}

/** The address of a key (aptos-labs/aptos-docs, accounts). */
export function addressOf(seed: string = privateKey, scheme: 'ed25519' | 'single_key' = 'ed25519'): string {
  const key = publicKeyOf(seed);
  const preimage = scheme === 'ed25519' ? `${key}00` : `0020${key}02`;
  return `0x${createHash('sha3-256').update(Buffer.from(preimage, 'hex')).digest('hex')}`;
}

/** Signs a message. @returns 64 bytes in hex. */
export function signatureOf(message: Uint8Array, seed: string = privateKey): string {
  return sign(null, message, keyOf(seed)).toString('hex');
}
