import { attempt, type Parsed } from '@isochain/core';
import { Address as SdkAddress } from 'algosdk';

/** 32 bytes and their checksum in base32: 58 characters (algorand/go-algorand, data/basics/address.go). */
export type Address = string & { readonly brand?: 'address of Algorand' };

/** 32 zero bytes: nobody has its key, and in transactions it stands for "none" (data/basics/address.go). */
export const zeroAddress: Address = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ';

/** Characters of an address. */
const addressLength = 58;

/** @param text - Upper case only, as the chain's own libraries write it. */
export function checkAddress(text: string): Parsed<Address> {
  const address = readAddress(text);
  if (address !== undefined) return { ok: true, canonical: address, value: address };
  return { ok: false, ...whyNot(text) };
}

/** Reads an address. Undefined for another text. */
export function readAddress(text: string): Address | undefined {
  if (text.length !== addressLength) return undefined;
  // Base32 leaves two bits behind the end: the library takes any, and writes zeros.
  return attempt(() => SdkAddress.fromString(text).toString()) === text ? text : undefined;
}

function whyNot(text: string): { readonly reason: string; readonly checksum?: true } {
  if (text.length === addressLength && readAddress(text.toUpperCase()) !== undefined)
    return { reason: 'it is in lower case, and addresses are in upper case' };
  if (/[^A-Z2-7]/.test(text)) return { reason: 'it has characters other than A to Z and 2 to 7' };
  if (text.length !== addressLength) return { reason: `it has ${text.length} characters: expected ${addressLength}` };
  return { reason: 'its checksum is wrong', checksum: true };
}

/** The 32 bytes of an address: the public key, if it is the address of a single key. */
export function addressBytes(address: Address): Uint8Array {
  return SdkAddress.fromString(address).publicKey;
}

/** @param bytes - 32 bytes. */
export function addressOf(bytes: Uint8Array): Address {
  return new SdkAddress(bytes).toString();
}
