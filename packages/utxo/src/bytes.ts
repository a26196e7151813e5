import { fromHex } from '@isochain/core';

/** Bytes of hex that was checked before; none where it is no hex. */
export function bytesOf(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array();
}

/** One after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts);
}

/** The same of a list of any length: functions take only so many arguments. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && compareBytes(a, b) === 0;
}

/** Orders bytes as texts are ordered: by the first one that differs, else the shorter first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
