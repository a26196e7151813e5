import type { Parsed } from '@isochain/core';

/** An address in its long form: `0x` and 64 lower-case hex digits (AIP-40). */
export type Address = `0x${string}`;

/** The last special address: these may be written with one digit (AIP-40). */
const lastSpecial = 0xfn;

/** An address has 32 bytes. */
const digits = 64;

/** Tools and nodes drop leading zeros. Shorter texts are typing errors more often than addresses (the strict rules of aptos-labs/aptos-ts-sdk). */
const fewestDigits = 60;

/** @param text - Hex, with or without 0x. Leading zeros may be missing: up to four, or all of them in front of a special address such as 0xa. */
export function checkAddress(text: string): Parsed<Address> {
  const address = readAddress(text);
  if (address !== undefined) return { ok: true, canonical: address, value: address };
  const hex = /^(?:0x)?([0-9a-f]*)$/i.exec(text)?.[1];
  if (hex === undefined) return { ok: false, reason: 'it is not hexadecimal' };
  return { ok: false, reason: `it has ${hex.length} digits: expected ${digits}, or a special address from 0x0 to 0xf` };
}

/** An address in any spelling that `checkAddress` takes. Undefined for another text. */
export function readAddress(text: string): Address | undefined {
  const hex = /^(?:0x)?([0-9a-f]{1,64})$/i.exec(text)?.[1];
  if (hex === undefined) return undefined;
  const isShort = hex.length === 1 && /^0x/i.test(text);
  return isShort || hex.length >= fewestDigits ? paddedAddress(hex) : undefined;
}

/** An address as nodes write it, in long form: they drop leading zeros. Undefined if it is none. */
export function addressOfNode(text: string): Address | undefined {
  const hex = /^0x([0-9a-f]{1,64})$/i.exec(text)?.[1];
  return hex === undefined ? undefined : paddedAddress(hex);
}

/** Whether the chain itself owns the address: 0x0 to 0xf have no keys. */
export function isSpecial(address: Address): boolean {
  return BigInt(address) <= lastSpecial;
}

/** The form of AIP-40: special addresses have one digit, all others 64. */
export function standardForm(address: Address): string {
  return isSpecial(address) ? `0x${BigInt(address).toString(16)}` : address;
}

function paddedAddress(hex: string): Address {
  return `0x${hex.toLowerCase().padStart(digits, '0')}`;
}
