import type { Parsed } from '@isochain/core';

/** Characters of 32 bytes in base32 without padding (RFC 4648). */
const idLength = 52;

/**
 * The id of a transaction: the SHA-512/256 of its prefixed bytes, in base32 (algorand/go-algorand, data/transactions/transaction.go: Txid).
 *
 * @param text - In upper case.
 */
export function checkTransactionId(text: string): Parsed<string> {
  if (/[^A-Z2-7]/.test(text)) return { ok: false, reason: 'it has characters other than A to Z and 2 to 7' };
  if (text.length !== idLength) return { ok: false, reason: `it has ${text.length} characters: expected ${idLength}` };
  // The last character holds one bit: the other four are zeros.
  if (!/[AQ]$/.test(text)) return { ok: false, reason: 'it ends with bits that no id has' };
  return { ok: true, canonical: text, value: text };
}
