import { attempt } from '@isochain/core';
import { ed25519 } from '@noble/curves/ed25519.js';

/**
 * Verifies a signature at least as strictly as the chain does (aptos-labs/aptos-core, crates/aptos-crypto, ed25519_sigs.rs: verify_strict of
 * ed25519-dalek). RFC 8032 leaves it open whether points may have a part of small order. The chain's equation does not hold for these, and that of the library
 * does. No signer makes such points.
 *
 * @param key - 32 bytes.
 */
export function isSignatureOf(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  const verify = () =>
    ed25519.verify(signature, message, key, { zip215: false }) &&
    [signature.subarray(0, 32), key].every((point) => ed25519.Point.fromBytes(point).isTorsionFree());
  return attempt(verify) ?? false;
}
