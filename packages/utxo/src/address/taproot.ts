import { schnorr } from '@noble/curves/secp256k1.js';
import { concatBytes } from '../bytes/byte-arrays.ts';
import { addMultiple } from './curve.ts';

/** BIP340: a hash for the one purpose that the tag names. */
export function taggedHash(tag: string, ...messages: Uint8Array[]): Uint8Array {
  return schnorr.utils.taggedHash(tag, ...messages);
}

/**
 * The key of an output, and whether its y is odd (BIP341: `taproot_tweak_pubkey`).
 *
 * @param internalKey - x-only.
 * @param root - Hash of the tree; empty where there is none (BIP86).
 * @returns The key x-only.
 * @throws Error if the internal key is not on the curve.
 */
export function tweakKey(
  internalKey: Uint8Array,
  root: Uint8Array = new Uint8Array(),
): { readonly key: Uint8Array; readonly parity: 0 | 1 } {
  const tweak = taggedHash('TapTweak', internalKey, root);
  const point = addMultiple(concatBytes(Uint8Array.of(2), internalKey), tweak);
  // One of 2^127 internal keys has none.
  if (point === undefined) throw new TypeError('The key has no output key.');
  return { key: point.subarray(1), parity: point[0] === 2 ? 0 : 1 };
}
