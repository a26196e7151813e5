import { type Parsed, stripHexPrefix } from '@isochain/core';

/** Checks a transaction id: SHA-256 of the signed transaction, in hex. Nodes write it in upper case. */
export function checkTransactionId(text: string): Parsed<string> {
  const digits = stripHexPrefix(text).toUpperCase();
  if (!/^[0-9A-F]{64}$/.test(digits)) return { ok: false, reason: 'it is not a hash of 32 bytes in hex' };
  return { ok: true, canonical: digits, value: digits };
}
