import { bytesOf, fromHex, type Parsed, toHex } from '@isochain/core';
import { fromBase58Check, toBase58Check } from '@isochain/core/bytes';

/**
 * An address as the chain holds it: 21 bytes in lower-case hex, `41` and the last 20 bytes of a keccak256 hash (tronprotocol/documentation-en,
 * mechanism-algorithm/account).
 */
export type Address = `41${string}`;

/** First byte of an address. All networks of Tron have the same. */
const prefix = '41';

/** @param text - 34 characters of base58 that begin with T, as wallets show an address. The checksum is verified. */
export function checkAddress(text: string): Parsed<Address> {
  if (/^(?:0x)?41[0-9a-f]{40}$/i.test(text)) {
    return { ok: false, reason: 'it is in hex, which has no checksum: expected base58 that begins with T' };
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { ok: false, reason: 'it is an address of Ethereum' };
  const read = fromBase58Check(text);
  if (read === undefined || !text.startsWith('T') || text.length !== 34) {
    return { ok: false, reason: 'it is not 34 characters of base58 that begin with T' };
  }
  if (!read.isIntact) return { ok: false, reason: 'its checksum is wrong', checksum: true };
  const hex = toHex(read.payload);
  if (read.payload.length !== 21 || !isAddressHex(hex)) return { ok: false, reason: 'it is not an address' };
  return { ok: true, canonical: text, value: hex };
}

/** Whether a text of an upstream is an address in hex. */
export function isAddressHex(text: string): text is Address {
  return /^41[0-9a-f]{40}$/.test(text);
}

/** The form that wallets show: base58 with a checksum. */
export function toBase58Address(address: Address): string {
  return toBase58Check(bytesOf(address));
}

/** An address in the form that wallets show, in hex. Undefined if it is none. */
export function fromBase58Address(text: string): Address | undefined {
  const checked = checkAddress(text);
  return checked.ok ? checked.value : undefined;
}

/**
 * The address in a value of a contract: the last 20 bytes.
 *
 * @param hex - 20 bytes, or a word of 32 bytes. Undefined if it has another length.
 */
export function fromContractWord(hex: string): Address | undefined {
  const bytes = fromHex(hex);
  return bytes?.length === 20 || bytes?.length === 32
    ? (`${prefix}${toHex(bytes.subarray(-20))}` as Address)
    : undefined;
}

/** The 20 bytes of an address as contracts hold it: `0x` and 40 hex digits. */
export function toContractAddress(address: Address): `0x${string}` {
  return `0x${address.slice(prefix.length)}`;
}
