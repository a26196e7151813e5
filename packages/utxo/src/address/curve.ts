import { attempt, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const { Point } = secp256k1;

/** @param bytes - SEC 1: 33 bytes that begin with 2 or 3, or 65 that begin with 4. */
export function readPoint(
  bytes: Uint8Array,
): { readonly compressed: Uint8Array; readonly full: Uint8Array } | undefined {
  const point = attempt(() => Point.fromBytes(bytes));
  return point && { compressed: point.toBytes(true), full: point.toBytes(false) };
}

export function isPoint(bytes: Uint8Array): boolean {
  return attempt(() => Point.fromBytes(bytes)) !== undefined;
}

/**
 * The sum of a point and a multiple of the generator.
 *
 * @param point - Compressed.
 * @param factor - 32 bytes.
 * @returns Compressed; undefined if the factor is not below the order of the curve, or the sum is the point at infinity.
 * @throws Error if the point is not on the curve.
 */
export function addMultiple(point: Uint8Array, factor: Uint8Array): Uint8Array | undefined {
  const number = BigInt(`0x${toHex(factor)}`);
  if (number === 0n) return point;
  if (number >= Point.Fn.ORDER) return undefined;
  // Nothing here is secret. `multiply` would draw random numbers, which assemble must not.
  const sum = Point.fromBytes(point).add(Point.BASE.multiplyUnsafe(number));
  return sum.is0() ? undefined : sum.toBytes(true);
}
