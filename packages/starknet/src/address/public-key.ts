import { attempt, fromHex, type Parsed, stripHexPrefix, toHex } from '@isochain/core';
import { ec } from 'starknet';
import { fieldPrime, toPaddedFelt } from '../felt.ts';

/** A public key, as accounts hold it: the x coordinate of a point of the Stark curve (docs.starknet.io, "STARK curve"). */
export interface PublicKey {
  readonly x: bigint;
}

/** A key with both coordinates. Which of the two possible y it has does not matter: accounts take signatures of both. */
export interface KeyPoint extends PublicKey {
  readonly y: bigint;
}

/**
 * @param text - Hex, with or without 0x: the x coordinate (leading zeros may be missing), or a point in the forms of SEC 1: 33 bytes (02 or 03, then x) or
 *   65 bytes (04, then x and y).
 */
export function readPublicKey(text: string): Parsed<PublicKey> {
  const digits = stripHexPrefix(text.trim()).toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits)) return { ok: false, reason: 'it is not hexadecimal' };
  const { length } = digits;
  const isPoint = (length === 66 && /^0[23]/.test(digits)) || (length === 130 && digits.startsWith('04'));
  if (!isPoint && length > 64)
    return {
      ok: false,
      reason: `it has ${length} digits: expected up to 64 (x), 66 (compressed) or 130 (uncompressed)`,
    };
  const x = BigInt(`0x${isPoint ? digits.slice(2, 66) : digits}`);
  if (x === 0n || x >= fieldPrime) return { ok: false, reason: 'it is not a number of the field' };
  if (length === 130 ? !isOnCurve(x, BigInt(`0x${digits.slice(66)}`)) : !hasPoint(x))
    return { ok: false, reason: 'it is not a point of the Stark curve' };
  return { ok: true, canonical: toPaddedFelt(x), value: { x } };
}

const { Fp, CURVE } = { Fp: ec.starkCurve.CURVE.Fp, CURVE: ec.starkCurve.CURVE };

/** x^3 + ax + b, which is the square of y. */
function squareOfY(x: bigint): bigint {
  return Fp.add(Fp.add(Fp.mul(Fp.sqr(x), x), Fp.mul(CURVE.a, x)), CURVE.b);
}

/** Whether the curve has points with this x: Euler's criterion. Much faster than a root, which this field makes slow. */
function hasPoint(x: bigint): boolean {
  return Fp.eql(Fp.pow(squareOfY(x), (fieldPrime - 1n) / 2n), Fp.ONE);
}

export function isOnCurve(x: bigint, y: bigint): boolean {
  return y < fieldPrime && Fp.eql(Fp.sqr(y), squareOfY(x));
}

/** One of the two points with this x. Takes some milliseconds. */
export function pointOf({ x }: PublicKey): KeyPoint {
  const point = attempt(() => ec.starkCurve.ProjectivePoint.fromHex(`02${toPaddedFelt(x).slice(2)}`).toAffine());
  if (point === undefined) throw new Error('The key is not on the curve.');
  return { x, y: point.y };
}

/** A point in hex: 04, then x and y (SEC 1, 2.3.3). */
export function toUncompressed({ x, y }: KeyPoint): string {
  return `04${toPaddedFelt(x).slice(2)}${toPaddedFelt(y).slice(2)}`;
}

/** @returns Undefined if the text is not a point of the curve in the form of `toUncompressed`. */
export function fromUncompressed(text: string): KeyPoint | undefined {
  const bytes = fromHex(text);
  if (bytes?.length !== 65 || bytes[0] !== 4) return undefined;
  const [x, y] = [BigInt(`0x${toHex(bytes.subarray(1, 33))}`), BigInt(`0x${toHex(bytes.subarray(33))}`)];
  return x > 0n && x < fieldPrime && isOnCurve(x, y) ? { x, y } : undefined;
}
