import { toHex } from '../bytes/hex.ts';
import { signatureLength } from './spellings.ts';

/** What core needs from a family's library of its 256-bit curve. */
export interface Ecdsa {
  /** Order of the curve's group (n of SEC 1). */
  readonly order: bigint;
  /** Reads X.690 DER, `SEQUENCE { INTEGER r, INTEGER s }`. Throws if the bytes are anything else, or if more bytes follow. */
  readonly fromDer: (bytes: Uint8Array) => { readonly r: bigint; readonly s: bigint };
}

/** A signature that is not verified yet. The numbers may be out of range. */
export interface EcdsaSignature {
  readonly r: bigint;
  readonly s: bigint;
  /** The signer's v, in any convention: 0 or 1, 27 or 28, EIP-155. */
  readonly v?: bigint | undefined;
}

/**
 * Reads r||s, r||s||v (big-endian, r and s of 32 bytes each) or DER.
 *
 * @param longestV - Bytes that v may have. EIP-155 with a large chain id needs more than one.
 * @returns `undefined` if the bytes are neither.
 */
export function readEcdsa(bytes: Uint8Array, { fromDer }: Ecdsa, longestV = 1): EcdsaSignature | undefined {
  const { length } = bytes;
  // 64 or 65 bytes are r||s: DER has 6 bytes more than its numbers, so r and s would need 40 leading zero bits together.
  if (length !== signatureLength && length !== signatureLength + 1) {
    try {
      const { r, s } = fromDer(bytes);
      return { r, s };
    } catch {
      // Not DER, but it may be r||s||v.
    }
  }
  if (length < signatureLength || length > signatureLength + longestV) return undefined;
  const number = (from: number, to: number) => BigInt(`0x${toHex(bytes.subarray(from, to))}`);
  return { r: number(0, 32), s: number(32, 64), v: length === 64 ? undefined : number(64, length) };
}

/**
 * Reads r||s in the form of EIP-2098 (https://eips.ethereum.org/EIPS/eip-2098): the parity is the top bit of s.
 *
 * @returns The signature with v 1. `undefined` if the bit is not set, or if the signature has a v already.
 */
export function fromCompactParity({ r, s, v }: EcdsaSignature): EcdsaSignature | undefined {
  const top = 1n << 255n;
  return v === undefined && s >= top ? { r, s: s - top, v: 1n } : undefined;
}

/** A signature ready for a transaction: s is in the lower half of the order, and the parity fits it. */
export interface Recovered {
  readonly r: bigint;
  readonly s: bigint;
  readonly parity: 0 | 1;
}

/**
 * Finds the parity that recovers the signer's key from a signature. Reads the signature as it is, and as EIP-2098.
 *
 * @param isSigner - Whether this parity recovers the signer's key. Must return false, not throw, if no key can be recovered.
 * @param bases - Values of v minus the parity, such as 0, 27 or 35 + 2 * chain id. A v that contradicts the parity was changed on the way.
 * @returns The signature with a low s: both halves of the order are valid, but many chains accept only the lower one. `undefined` if the signer did
 *   not make it.
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
