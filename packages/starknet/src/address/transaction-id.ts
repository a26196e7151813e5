import type { Parsed } from '@isochain/core';
import { type FeltHex, parseFelt, toFelt } from '../felt.ts';

/** @param text - A transaction hash: hex with 0x, with or without leading zeros. It stands without them, as nodes write it. */
export function checkTransactionId(text: string): Parsed<FeltHex> {
  const value = parseFelt(text.startsWith('0x') || text.startsWith('0X') ? text : `0x${text}`);
  if (value === undefined) return { ok: false, reason: 'it is not a hash in hex, below the prime of Starknet' };
  const hash = toFelt(value);
  return { ok: true, canonical: hash, value: hash };
}
