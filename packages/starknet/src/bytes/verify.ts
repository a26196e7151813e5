import { ec } from 'starknet';
import type { KeyPoint } from '../address/public-key.ts';
import type { StarkSignature } from './signature-layout.ts';

const { CURVE, ProjectivePoint } = ec.starkCurve;

/** The order of the curve's group (docs.starknet.io, "STARK curve"). */
export const order: bigint = CURVE.n;

/** Whether r and s are between 1 and the order (starkware-libs/cairo, corelib/src/ecdsa.cairo: check_ecdsa_signature). */
export function isInRange({ r, s }: StarkSignature): boolean {
  return r > 0n && r < order && s > 0n && s < order;
}

/**
 * Whether the key made the signature. Accounts know x alone, so they take the signatures of both points with this x (corelib/src/ecdsa.cairo). The sum and
 * the difference of the same two products answer for both points. `verify` of the library would multiply anew for each point, and it throws if a number is
 * above 2^251.
 *
 * @param signature - In range.
 * @param hash - What was signed, as a number. It is not cut to a length.
 */
export function verifies({ r, s }: StarkSignature, hash: bigint, key: KeyPoint): boolean {
  const inverse = inverseOf(s);
  const ofBase = ProjectivePoint.BASE.multiplyUnsafe(modulo(hash * inverse));
  const ofKey = ProjectivePoint.fromAffine(key).multiplyUnsafe(modulo(r * inverse));
  return [ofBase.add(ofKey), ofBase.subtract(ofKey)].some((point) => point.toAffine().x === r);
}

function modulo(value: bigint): bigint {
  const rest = value % order;
  return rest < 0n ? rest + order : rest;
}

/** The inverse modulo the order, by the extended algorithm of Euclid. The library does not export its own. */
function inverseOf(value: bigint): bigint {
  let [left, right, ofLeft, ofRight] = [value, order, 1n, 0n];
  while (left !== 0n) {
    const times = right / left;
    [left, right] = [right - times * left, left];
    [ofLeft, ofRight] = [ofRight - times * ofLeft, ofLeft];
  }
  return modulo(ofRight);
}
