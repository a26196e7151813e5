import { attempt } from '@isochain/core';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, addressBytes } from '../address/address.ts';

/**
 * Verifies a signature at least as strictly as the chain does (go-algorand, crypto/curve25519.go: SignatureVerifier). RFC 8032 leaves it open whether points may
 * have a part of small order. No signer makes such points.
 */
export function isSignatureOf(signature: Uint8Array, message: Uint8Array, signer: Address): boolean {
  const key = addressBytes(signer);
  const verify = () =>
    ed25519.verify(signature, message, key, { zip215: false }) &&
    [signature.subarray(0, 32), key].every((point) => ed25519.Point.fromBytes(point).isTorsionFree());
  return attempt(verify) ?? false;
}
