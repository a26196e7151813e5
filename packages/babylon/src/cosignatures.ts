import { toHex } from '@isochain/core';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesOf } from './bytes.ts';
import { type StakeTerms, sorted } from './scripts.ts';

/** A signature of a covenant member. Hex. */
export interface CovenantSignature {
  /** x-only. */
  readonly key: string;
  readonly signature: string;
}

/**
 * Picks valid signatures of covenant members from untrusted ones: exactly as many as the quorum, or fewer if there are not enough.
 *
 * @param sighash - The signed hash, in hex.
 */
export function chooseSignatures(
  { covenant, quorum }: StakeTerms,
  sighash: string,
  signatures: readonly CovenantSignature[],
): CovenantSignature[] {
  const given = new Map(signatures.map(({ key, signature }) => [key, signature]));
  const chosen: CovenantSignature[] = [];
  for (const member of sorted(covenant)) {
    const key = toHex(member);
    const signature = given.get(key);
    const isWanted = chosen.length < quorum && signature !== undefined;
    if (isWanted && isSignedBy(member, sighash, bytesOf(signature))) chosen.push({ key, signature });
  }
  return chosen;
}

/**
 * Witness items for a script that takes exactly the quorum: one for each covenant member, and an empty one for a member that did not sign. The
 * script takes them from the top of the stack, so the last key comes first.
 */
export function witnessOf({ covenant }: StakeTerms, signatures: readonly CovenantSignature[]): Uint8Array[] {
  const given = new Map(signatures.map(({ key, signature }) => [key, bytesOf(signature)]));
  return sorted(covenant)
    .toReversed()
    .map((member) => given.get(toHex(member)) ?? new Uint8Array());
}

/**
 * Whether a BIP340 signature is valid.
 *
 * @param key - x-only.
 * @param hash - The signed hash, in hex.
 */
export function isSignedBy(key: Uint8Array, hash: string, signature: Uint8Array): boolean {
  return signature.length === 64 && schnorr.verify(signature, bytesOf(hash), key);
}
