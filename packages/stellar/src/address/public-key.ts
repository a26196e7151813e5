import { attempt, fromHex, type Parsed, stripHexPrefix } from '@isochain/core';
import { Point } from '@noble/ed25519';
import { StrKey } from '@stellar/stellar-sdk/base';
import { type Address, readAddress } from './address.ts';

/** Bytes of a key of ed25519 (RFC 8032, section 5.1.5). */
const keyLength = 32;

/**
 * Keys are accounts: the address of an account holds its master key, and signers are named in the same way.
 *
 * @param text - 32 bytes in hex, with or without 0x, or `G…`.
 */
export function readPublicKey(text: string): Parsed<Address> {
  const trimmed = text.trim();
  const address = readAddress(trimmed) ?? fromHexKey(trimmed);
  if (typeof address === 'object') return { ok: false, ...address };
  if (!isKey(address)) return { ok: false, reason: 'it is not a key of ed25519' };
  return { ok: true, canonical: address, value: address };
}

function fromHexKey(text: string): Address | { readonly reason: string } {
  const bytes = fromHex(stripHexPrefix(text));
  if (bytes === undefined) return { reason: 'it is neither hexadecimal nor an account (G…)' };
  if (bytes.length !== keyLength) return { reason: `it has ${bytes.length} bytes: expected ${keyLength}` };
  return StrKey.encodeEd25519PublicKey(bytes);
}

/** Whether somebody may hold the private key of an address. Addresses of other bytes exist: what is sent there is lost. */
export function isKey(address: Address): boolean {
  return attempt(() => !Point.fromBytes(keyBytes(address)).isSmallOrder()) ?? false;
}

/** The 32 bytes of the key that an address holds. */
export function keyBytes(address: Address): Uint8Array {
  return StrKey.decodeEd25519PublicKey(address);
}
