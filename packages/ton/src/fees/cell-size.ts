import { toHex } from '@isochain/core';
import type { Cell } from '../ton-core.ts';

/** What is paid for by size. */
export interface CellSize {
  readonly bits: bigint;
  readonly cells: bigint;
}

/**
 * The size of some trees of cells together. Equal cells count once (ton-blockchain/ton, crypto/block/transaction.cpp: CellStorageStat).
 *
 * @param roots - They count too.
 */
export function sizeOf(roots: readonly Cell[]): CellSize {
  const seen = new Set<string>();
  const waiting = [...roots];
  let bits = 0;
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const hash = toHex(cell.hash());
    if (seen.has(hash)) continue;
    seen.add(hash);
    bits += cell.bits.length;
    waiting.push(...cell.refs);
  }
  return { bits: BigInt(bits), cells: BigInt(seen.size) };
}
