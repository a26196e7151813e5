import { attempt } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const { Signature } = secp256k1;

/**
 * Reads r and s.
 *
 * @returns The same signature with a low s: both values of s are valid, but nodes relay only the lower one (BIP146). Undefined if the values are not
 * a signature.
 */
export function readSignature(bytes: Uint8Array, format: 'compact' | 'der'): Uint8Array | undefined {
  const signature = attempt(() => Signature.fromBytes(bytes, format));
  if (signature === undefined) return undefined;
  const { r, s } = signature;
  return (signature.hasHighS() ? new Signature(r, secp256k1.Point.CURVE().n - s) : signature).toBytes('compact');
}

/** @param signature - Compact. */
export function toDer(signature: Uint8Array): Uint8Array {
  return Signature.fromBytes(signature).toBytes('der');
}

/**
 * @param signature - Compact, with a low s.
 * @param digest - The 32 bytes that were signed.
 */
export function verifyEcdsa(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  return attempt(() => secp256k1.verify(signature, digest, publicKey, { prehash: false })) === true;
}

/**
 * The keys that may have made a signature.
 *
 * @returns Compressed; up to four.
 */
export function recoverKeys(signature: Uint8Array, digest: Uint8Array): Uint8Array[] {
  const recover = (bit: number) =>
    Signature.fromBytes(signature).addRecoveryBit(bit).recoverPublicKey(digest).toBytes(true);
  return [0, 1, 2, 3].flatMap((bit) => attempt(() => recover(bit)) ?? []);
}
