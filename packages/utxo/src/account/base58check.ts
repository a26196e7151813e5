import { fromBase58, sha256, toBase58 } from '@isochain/core';
import { concatBytes, equalBytes } from '../bytes.ts';

/** The first four bytes of the double SHA-256, as Base58Check has it at the end. */
function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, 4);
}

/**
 * Reads Base58Check.
 *
 * @returns What it holds without the checksum and whether that is right; undefined if the text is not base58, or too short.
 */
export function fromBase58Check(text: string): { payload: Uint8Array; isIntact: boolean } | undefined {
  const bytes = text.length > 120 ? undefined : fromBase58(text);
  if (bytes === undefined || bytes.length < 5) return undefined;
  const payload = bytes.slice(0, -4);
  return { payload, isIntact: equalBytes(checksumOf(payload), bytes.subarray(-4)) };
}

export function toBase58Check(payload: Uint8Array): string {
  return toBase58(concatBytes(payload, checksumOf(payload)));
}
