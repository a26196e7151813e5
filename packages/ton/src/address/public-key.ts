import { fromHex, type Parsed, stripHexPrefix, toHex } from '@isochain/core';

/** Ed25519 keys have 32 bytes (RFC 8032, section 5.1.5). */
const keyLength = 32;

/** Reads a public key of 32 bytes in hex, with or without 0x. */
export function readPublicKey(text: string): Parsed<Uint8Array> {
  const bytes = fromHex(stripHexPrefix(text.trim()));
  if (bytes === undefined) return { ok: false, reason: 'it is not hexadecimal' };
  if (bytes.length !== keyLength) return { ok: false, reason: `it has ${bytes.length} bytes: expected ${keyLength}` };
  return { ok: true, canonical: toHex(bytes), value: bytes };
}
