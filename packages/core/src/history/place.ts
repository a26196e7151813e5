/** Place of a transaction among the transactions of its height. */
export interface Position {
  /** Index in the block. -1 if it is not known. Transactions with equal indexes are sorted by hash. */
  readonly index: number;
  /** Any text that is different for different transactions. */
  readonly hash: string;
}

/** An entry of one list. A transaction may have entries in several lists. */
export interface HistoryRow {
  /**
   * The number by which the upstream orders transactions: the block height, or a time or version if the upstream is asked by these. Undefined
   * while the transaction waits to be mined.
   */
  readonly block: bigint | undefined;
}

/** A transaction of a history. */
export interface HistoryEntry extends HistoryRow, Position {
  /** True if parts of the transaction may be missing. Then the history must not show what it moved. */
  readonly isCut?: boolean;
}

/**
 * Where a page begins. It holds heights, and no cursor of an upstream: that may contain the operator's key, and page numbers shift as blocks arrive.
 * The service keeps no state for it, so every gateway can continue at any time.
 */
export interface HistoryPlace<Name extends string = string> {
  /** Transactions above this height were shown already, or were mined later. */
  readonly height: bigint;
  /** The last shown transaction, if it was mined at this height. */
  readonly after?: Position | undefined;
  /** The last shown transaction, if it was waiting to be mined. */
  readonly waiting?: Position | undefined;
  /** Lists without transactions at this height and below. */
  readonly ended: readonly Name[];
}

export function positionOf({ index, hash }: Position): Position {
  return { index, hash };
}

/** Waiting transactions come first, then mined ones by height and position. So there is exactly one order. */
export function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  if (a.block !== b.block) return a.block === undefined ? -1 : b.block === undefined ? 1 : a.block > b.block ? -1 : 1;
  return lastFirst(a, b);
}

/** Order within a block, or among waiting transactions. */
function lastFirst(a: Position, b: Position): number {
  if (a.index !== b.index) return b.index - a.index;
  return a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0;
}

/** Whether an entry belongs to the page that begins at `place`, or to a later page. */
export function isFrom(place: HistoryPlace | undefined, entry: HistoryEntry): boolean {
  if (place === undefined) return true;
  const { height, after, waiting } = place;
  if (entry.block === undefined) return waiting !== undefined && lastFirst(waiting, entry) < 0;
  return entry.block < height || (entry.block === height && (after === undefined || lastFirst(after, entry) < 0));
}
