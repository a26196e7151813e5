import { toHex } from '../bytes/hex.ts';
import { signatureLength } from './spellings.ts';

/** What a family hands in of the library of its curve, which has 256 bits. */
export interface Ecdsa {
  /** Order of the curve's group (n of SEC 1). */
  readonly order: bigint;
  /** Reads X.690 DER, `SEQUENCE { INTEGER r, INTEGER s }`. Throws if the bytes are anything else, or have more behind it. */
  readonly fromDer: (bytes: Uint8Array) => { readonly r: bigint; readonly s: bigint };
}

/** A signature as it came in. The numbers may be out of range: verifying tells. */
export interface EcdsaSignature {
  readonly r: bigint;
  readonly s: bigint;
  /** What the signer said about the parity, in any of the conventions: 0 or 1, 27 or 28, EIP-155. */
  readonly v?: bigint | undefined;
}

/**
 * Reads r||s, r||s||v (big-endian, r and s of 32 bytes each) or DER.
 *
 * @param longestV - Bytes that v may have. EIP-155 of a large chain id needs more than one.
 * @returns `undefined` if the bytes are neither.
 */
export function readEcdsa(bytes: Uint8Array, { fromDer }: Ecdsa, longestV = 1): EcdsaSignature | undefined {
  const { length } = bytes;
  // DER has 6 bytes more than its numbers. In 64 or 65 bytes these would have 40 leading zero bits together, so r||s counts.
  if (length !== signatureLength && length !== signatureLength + 1) {
    try {
      const { r, s } = fromDer(bytes);
      return { r, s };
    } catch {
      // It may still be r||s||v.
    }
  }
  if (length < signatureLength || length > signatureLength + longestV) return undefined;
  const number = (from: number, to: number) => BigInt(`0x${toHex(bytes.subarray(from, to))}`);
  return { r: number(0, 32), s: number(32, 64), v: length === 64 ? undefined : number(64, length) };
}

/**
 * Reads r||s as EIP-2098 means it (https://eips.ethereum.org/EIPS/eip-2098): the parity is the top bit of s.
 *
 * @returns The signature with v 1; `undefined` if the bit is not set, or v was told otherwise.
 */
export function fromCompactParity({ r, s, v }: EcdsaSignature): EcdsaSignature | undefined {
  const top = 1n << 255n;
  return v === undefined && s >= top ? { r, s: s - top, v: 1n } : undefined;
}

/** Ready for a transaction: s in the lower half of the order, and the parity that belongs to it. */
export interface Recovered {
  readonly r: bigint;
  readonly s: bigint;
  readonly parity: 0 | 1;
}

/**
 * Finds the parity with which a signature, as it is or read as EIP-2098, recovers the signer's key.
 *
 * @param isSigner - Whether the key that is recovered with this parity is the signer's. Must answer false, not throw, where none can be.
 * @param bases - What v may be without the parity, such as 0, 27 or 35 + 2 * chain id. A v that contradicts the parity was changed on the way.
 * @returns The signature with a low s: both halves of the order are valid, and many chains take the lower one alone. `undefined` if the signer
 *   did not make it.
 */
export function matchParity(
  signature: EcdsaSignature,
  { order }: Ecdsa,
  isSigner: (signature: EcdsaSignature, parity: 0 | 1) => boolean,
  bases: readonly bigint[],
): Recovered | undefined {
  for (const candidate of [signature, fromCompactParity(signature)]) {
    if (candidate === undefined) continue;
    const { r, s, v } = candidate;
    const parity = ([0, 1] as const).find((each) => isSigner(candidate, each));
    if (parity === undefined || !(v === undefined || bases.some((base) => v === base + BigInt(parity)))) continue;
    return s > order / 2n ? { r, s: order - s, parity: parity === 0 ? 1 : 0 } : { r, s, parity };
  }
  return undefined;
}
