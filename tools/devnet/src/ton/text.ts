import { Address, type Cell } from '@ton/core';
import { Refusal } from './refusal.ts';

/** A raw address as toncenter v3 writes it: `0:` and 64 upper-case hex digits. */
export function upperRaw(address: Address): string {
  return address.toRawString().toUpperCase();
}

/** A BOC in base64, as the public services write one. */
export function boc64(cell: Cell): string {
  const hash = cell.hash().toString('hex');
  const known = written.get(hash);
  if (known !== undefined) return known;
  const text = cell.toBoc({ idx: false, crc32: true }).toString('base64');
  if (text.length > longText) written.set(hash, text);
  return text;
}

/** The configuration of the chain is asked for often, and takes a tenth of a second to write. */
const written = new Map<string, string>();
const longText = 50_000;

/** A hash of 32 bytes from hex, base64 or base64url, as lower-case hex. Undefined if it is none of them. */
export function hashOf(text: string): string | undefined {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return text.slice(-64).toLowerCase();
  // A + in a query is a space when it was not escaped.
  if (!/^[A-Za-z0-9+/_ -]{43}=?$/.test(text)) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+');
  return Buffer.from(base64, 'base64').toString('hex');
}

/** An address in any of its forms. */
export function readAddress(text: string, status = 422): Address {
  try {
    return Address.parse(text);
  } catch {
    throw new Refusal(status, 'Incorrect address');
  }
}
