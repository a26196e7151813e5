import { attempt, fromHex, type Parsed, stripHexPrefix } from '@isochain/core';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, addressBytes, addressOf, readAddress } from './address.ts';

/** Bytes of a key of ed25519 (RFC 8032, section 5.1.5). */
const keyLength = 32;

/** Each answer of `isKey` takes half a millisecond, and one request needs the same several times. They never change. */
const answers = new Map<Address, boolean>();
const mostAnswers = 1_000;

/**
 * Keys are named by their addresses: an address holds its key.
 *
 * @param text - 32 bytes in hex, with or without 0x, or an address.
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
  if (bytes === undefined) return { reason: 'it is neither hexadecimal nor an address' };
  if (bytes.length !== keyLength) return { reason: `it has ${bytes.length} bytes: expected ${keyLength}` };
  return addressOf(bytes);
}

/**
 * Whether the bytes of an address can be a key. Those of programs, applications and multi-signature accounts are hashes: about half of them are no points of the curve.
 * Points of small order are no keys either: for them anybody can sign. Nor are points that have a part of small order: no signer makes them, and their signatures
 * are refused (bytes/verify.ts). So of sixteen hashes, one can be a key.
 */
export function isKey(address: Address): boolean {
  const known = answers.get(address);
  if (known !== undefined) return known;
  const isUsable = () => {
    const point = ed25519.Point.fromBytes(addressBytes(address));
    return !point.isSmallOrder() && point.isTorsionFree();
  };
  const answer = attempt(isUsable) ?? false;
  // The first is the oldest.
  const [oldest] = answers.keys();
  if (answers.size === mostAnswers && oldest !== undefined) answers.delete(oldest);
  answers.set(address, answer);
  return answer;
}
