import type { Parsed } from '@isochain/core';
import { strk } from '../tokens/native.ts';
import { type Address, checkAddress } from './address.ts';

/** @param text - The address of a token's contract. STRK, the token that pays fees, is the native coin. */
export function checkTokenId(text: string): Parsed<Address> {
  if (/^strk$/i.test(text)) return { ok: false, reason: 'it stands for the native coin', native: true };
  const checked = checkAddress(text);
  if (checked.ok && checked.value === strk) return { ok: false, reason: 'it is the contract of STRK', native: true };
  return checked;
}
