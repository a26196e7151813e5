import { base58 } from '@scure/base';
import { attempt } from '../attempt.ts';
import { sha256 } from '../hashes.ts';

/** Reading takes quadratic time. The longest known use, a transaction of Solana, has 1683 characters. */
const longest = 1700;

/**
 * Base58 with Bitcoin's alphabet (draft-msporny-base58) as bytes.
 *
 * @returns `undefined` if the text is empty, longer than 1700 characters or not base58.
 */
export function fromBase58(text: string): Uint8Array | undefined {
  return text.length === 0 || text.length > longest ? undefined : attempt(() => base58.decode(text));
}

/**
 * Bytes as base58 with Bitcoin's alphabet.
 *
 * @throws Error if there are more than 2048 bytes.
 */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** Extended keys have 111 characters. */
const longestChecked = 120;
const checksumLength = 4;

/**
 * Base58Check (https://en.bitcoin.it/wiki/Base58Check_encoding): bytes and the start of their double SHA-256.
 *
 * @returns The bytes without the checksum, and whether it is right. `undefined` if the text is not base58, longer than 120 characters, or has no
 *   room for a checksum and a byte.
 */
export function fromBase58Check(text: string): { payload: Uint8Array; isIntact: boolean } | undefined {
  const bytes = text.length > longestChecked ? undefined : fromBase58(text);
  if (bytes === undefined || bytes.length <= checksumLength) return undefined;
  const payload = bytes.slice(0, -checksumLength);
  const checksum = checksumOf(payload);
  return { payload, isIntact: bytes.subarray(-checksumLength).every((byte, i) => byte === checksum[i]) };
}

/** Bytes as Base58Check. */
export function toBase58Check(payload: Uint8Array): string {
  const bytes = new Uint8Array(payload.length + checksumLength);
  bytes.set(payload);
  bytes.set(checksumOf(payload), payload.length);
  return toBase58(bytes);
}

function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, checksumLength);
}
