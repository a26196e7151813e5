import type { HistoryEntry, HistoryRow } from '@isochain/core/history';
import type { FeltHex } from '../felt.ts';

/** An entry of a list: a transaction that names the account. */
export interface Row extends HistoryRow {
  readonly hash: FeltHex;
  readonly block: bigint;
  /** Its place in the block. Undefined if it is not told. */
  readonly index: number | undefined;
}

/** A transaction of a history. What it did is asked of nodes. */
export interface Entry extends HistoryEntry {
  readonly hash: FeltHex;
  readonly block: bigint;
}

/** Makes one entry of all rows of a transaction. A place that no row tells is -1. */
export function group(rows: Readonly<Record<string, readonly Row[]>>): Entry[] {
  const entries = new Map<FeltHex, Entry>();
  for (const { hash, block, index } of Object.values(rows).flat()) {
    const known = entries.get(hash);
    if (known === undefined || known.index < 0) entries.set(hash, { hash, block, index: index ?? -1 });
  }
  return [...entries.values()];
}
