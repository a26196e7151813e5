import { fromHex, type Parsed } from '@isochain/core';
import { fromBase58, toBase58 } from '@isochain/core/bytes';
import { isOnCurve } from './curve.ts';

/**
 * 32 bytes in base58, checked or made from bytes. It has the brands of `Address` in `@solana/kit`, so that each type fits where the other is asked
 * for.
 */
export type Address = string & {
  readonly '__brand:@solana/kit': 'Address';
  readonly '__stringEncoding:@solana/kit': 'base58';
};

/** Bytes of an address, a public key or a blockhash. */
export const addressLength = 32;

/** Bytes of an ed25519 signature. */
export const signatureLength = 64;

/** @param bytes - 32 bytes. */
export function toAddress(bytes: Uint8Array): Address {
  return toBase58(bytes) as Address;
}

/**
 * @param address - Checked before, or from a schema that checks.
 * @throws RangeError if it has not 32 bytes.
 */
export function addressBytes(address: string): Uint8Array {
  const bytes = fromBase58(address);
  if (bytes?.length !== addressLength) throw new RangeError('not an address');
  return bytes;
}

/** Checks an address: 32 bytes in base58. There is no checksum, so a mistyped character often makes another valid address. */
export function checkAddress(text: string): Parsed<Address> {
  const checked = checkBytes(text, addressLength);
  if (checked.ok) return { ...checked, value: text as Address };
  if (!/^0x/i.test(text)) return checked;
  return { ok: false, reason: 'it is hexadecimal: addresses of Solana are base58' };
}

/** Checks a transaction id: the first signature, 64 bytes in base58. */
export function checkTransactionId(text: string): Parsed<string> {
  return checkBytes(text, signatureLength);
}

function checkBytes(text: string, length: number): Parsed<string> {
  // 64 bytes have at most 88 characters.
  const bytes = text.length > 90 ? undefined : fromBase58(text);
  if (bytes === undefined) return { ok: false, reason: 'it is not base58' };
  if (bytes.length === length) return { ok: true, canonical: text, value: text };
  return { ok: false, reason: `it has ${bytes.length} bytes: expected ${length}` };
}

/**
 * The address of a public key, which is the key itself.
 *
 * @param publicKey - 32 bytes: hex with or without 0x, or base58.
 */
export function addressOfPublicKey(publicKey: string): Parsed<Address> {
  const text = publicKey.trim();
  const bytes = fromHex(text) ?? fromBase58(text);
  if (bytes === undefined) return { ok: false, reason: 'it is neither hexadecimal nor base58' };
  if (bytes.length !== addressLength) {
    return { ok: false, reason: `it has ${bytes.length} bytes: expected ${addressLength}` };
  }
  if (!isOnCurve(bytes)) return { ok: false, reason: 'it is not a point of the curve ed25519' };
  const address = toAddress(bytes);
  return { ok: true, canonical: address, value: address };
}
