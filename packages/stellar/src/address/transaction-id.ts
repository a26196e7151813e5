import { type Parsed, stripHexPrefix } from '@isochain/core';

/** Transaction ids are hashes of 32 bytes. They stand in lower case without 0x, as explorers show them. */
export function checkTransactionId(text: string): Parsed<string> {
  const digits = stripHexPrefix(text).toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) return { ok: false, reason: 'it is not a hash of 32 bytes in hex' };
  return { ok: true, canonical: digits, value: digits };
}
