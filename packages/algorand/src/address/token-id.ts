import { type Parsed, parseAmount } from '@isochain/core';
import { mostUint64 } from '../bytes/limits.ts';

/** The number of an asset (ASA). */
export type TokenId = bigint;

/** @param text - In decimal, without zeros before it. */
export function checkTokenId(text: string): Parsed<TokenId> {
  if (/^(?:algo|algos|microalgos?)$/i.test(text)) return { ok: false, native: true, reason: 'it is the native coin' };
  const id = parseAmount(text);
  // 0 stands for ALGO in programs, and no asset has it.
  if (id === 0n) return { ok: false, native: true, reason: 'it is the native coin' };
  if (id === undefined) return { ok: false, reason: 'it is not the number of an asset' };
  if (id > mostUint64) return { ok: false, reason: 'the number of an asset has 64 bits' };
  return { ok: true, canonical: id.toString(), value: id };
}
