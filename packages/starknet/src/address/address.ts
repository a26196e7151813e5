import type { Parsed } from '@isochain/core';
import { validateChecksumAddress } from 'starknet';
import { parseFelt, toPaddedFelt } from '../felt.ts';

/** An address of a contract: `0x` and 64 lower-case hex digits. */
export type Address = `0x${string}`;

/**
 * Addresses are below 2^251 - 256 (docs.starknet.io, "Contract address").
 */
const addressEnd = 2n ** 251n - 256n;

/**
 * The least address that is believed. Addresses are hashes: one in 2^27 is lower than this. A text with fewer digits lost some of them at its end, or on
 * the way. The chain itself uses numbers such as 0x1 and 0x2, and no wallet has them.
 */
const leastAddress = 2n ** 224n;

/** @param text - Hex with 0x. Leading zeros may be missing. Digits in mixed case are Starknet's checksum, and it is verified. */
export function checkAddress(text: string): Parsed<Address> {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { ok: false, reason: 'it is an address of Ethereum' };
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) return { ok: false, reason: 'it is not 0x and up to 64 hex digits' };
  const value = parseFelt(text);
  if (value === undefined || value >= addressEnd) return { ok: false, reason: 'it is above the highest address' };
  if (value === 0n) return { ok: false, reason: 'it is the zero address' };
  if (value < leastAddress)
    return { ok: false, reason: 'digits are missing: an address has 64, and only leading zeros may be left out' };
  const digits = text.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && !validateChecksumAddress(`0x${digits.padStart(64, '0')}`))
    return { ok: false, reason: 'its checksum is wrong', checksum: true };
  const address = toPaddedFelt(value);
  return { ok: true, canonical: address, value: address };
}

/** The address with this number. */
export function toAddress(value: bigint): Address {
  return toPaddedFelt(value);
}

/** Whether a number of an upstream can be an address. Contracts of the chain itself have low ones. */
export function isAddress(value: bigint): boolean {
  return value < addressEnd;
}
