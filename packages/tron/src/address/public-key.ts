import { attempt, fromHex, type Parsed, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak256 } from 'viem/utils';
import type { Address } from './address.ts';

/** A public key and its address. */
export interface PublicKey {
  /** 65 bytes in hex (SEC 1, uncompressed). */
  readonly uncompressed: string;
  readonly address: Address;
}

/** @param text - Hex, with or without 0x: 33 bytes (compressed) or 65 (uncompressed). */
export function readPublicKey(text: string): Parsed<PublicKey> {
  const bytes = fromHex(text.trim());
  if (bytes === undefined) return { ok: false, reason: 'it is not hexadecimal' };
  if (bytes.length !== 33 && bytes.length !== 65) {
    return { ok: false, reason: `it has ${bytes.length} bytes: expected 33 (compressed) or 65 (uncompressed)` };
  }
  const point = attempt(() => secp256k1.ProjectivePoint.fromHex(bytes).toRawBytes(false));
  if (point === undefined) return { ok: false, reason: 'it is not a point of the curve secp256k1' };
  const uncompressed = toHex(point);
  return { ok: true, canonical: uncompressed, value: { uncompressed, address: addressOfPoint(point) } };
}

/**
 * The address of a key: `41` and the last 20 bytes of the keccak256 of both coordinates.
 *
 * @param point - 65 bytes.
 */
export function addressOfPoint(point: Uint8Array): Address {
  return `41${keccak256(point.subarray(1)).slice(-40)}`;
}
