export { concatBytes as concat } from '@noble/hashes/utils.js';

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

// Integers as programs take them: little-endian.

export function u8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** @throws RangeError beyond 64 bits, as an amount must never be cut silently. */
export function u64(value: bigint): Uint8Array {
  if (value < 0n || value >= 2n ** 64n) throw new RangeError('an amount has 64 bits');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
