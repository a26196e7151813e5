import { attempt, fromHex, type Parsed, stripHexPrefix, toHex } from '@isochain/core';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import type { Address } from './address.ts';

/** An ed25519 key: 32 bytes in lower-case hex. */
export type PublicKey = string & { readonly brand?: 'ed25519 public key' };

/**
 * How an account proves its key to the chain (aptos-labs/aptos-docs, accounts): the legacy scheme of ed25519, or a single key of AIP-55. One key has
 * another address under each.
 */
export type Scheme = 'ed25519' | 'single_key';

/** Bytes of a key (RFC 8032, section 5.1.5). */
const keyLength = 32;

/** @param text - 32 bytes in hex, with or without 0x, or after `ed25519-pub-` (AIP-80). */
export function readPublicKey(text: string): Parsed<PublicKey> {
  const bytes = fromHex(stripHexPrefix(text.trim().replace(/^ed25519-pub-/i, '')));
  if (bytes === undefined) return { ok: false, reason: 'it is not hexadecimal' };
  if (bytes.length !== keyLength) return { ok: false, reason: `it has ${bytes.length} bytes: expected ${keyLength}` };
  const isPoint = attempt(() => !ed25519.Point.fromBytes(bytes).isSmallOrder()) ?? false;
  if (!isPoint) return { ok: false, reason: 'it is not a key of ed25519' };
  const hex = toHex(bytes);
  return { ok: true, canonical: hex, value: hex };
}

/**
 * The authentication key of a public key, which is also the address of an account whose key never changed: SHA3-256 of the key as the scheme writes it,
 * and the scheme's number (aptos-labs/aptos-core, types/src/transaction/authenticator.rs).
 */
export function authenticationKey(key: PublicKey, scheme: Scheme): Address {
  const preimage = scheme === 'ed25519' ? `${key}00` : `0020${key}02`;
  return `0x${toHex(sha3_256(fromHex(preimage) ?? new Uint8Array()))}`;
}

/** The scheme under which a key controls an account. Undefined if it does not. */
export function schemeOf(key: PublicKey, authentication: Address): Scheme | undefined {
  return (['ed25519', 'single_key'] as const).find((scheme) => authenticationKey(key, scheme) === authentication);
}
