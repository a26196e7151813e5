import { fromBase64, fromHex, type Parsed, stripHexPrefix, toHex } from '@isochain/core';

/** Hashes of messages and transactions have 32 bytes. */
const hashLength = 32;

/**
 * Reads the hash of a message or a transaction: 64 hexadecimal digits, with or without 0x, base64 or base64url, as explorers and interfaces write it.
 *
 * @returns In lower-case hex.
 */
export function checkTransactionId(text: string): Parsed<string> {
  const trimmed = text.trim();
  const bytes = fromHex(stripHexPrefix(trimmed)) ?? fromBase64(trimmed);
  if (bytes?.length !== hashLength) return { ok: false, reason: 'it is not a hash of 32 bytes in hex or base64' };
  const hash = toHex(bytes);
  return { ok: true, canonical: hash, value: hash };
}
