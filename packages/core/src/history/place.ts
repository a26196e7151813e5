/** Where a transaction stands among those of its height. */
export interface Position {
  /** Place in the block; -1 where nobody tells. Transactions with the same one stand in the order of their hashes. */
  readonly index: number;
  /** Any text that is different for different transactions. */
  readonly hash: string;
}

/** What one list says of a transaction. */
export interface HistoryRow {
  /**
   * A number that the upstream orders transactions by: the block's height, or a time or version where that is what it can be asked for.
   * Undefined while the transaction waits to be mined.
   */
  readonly block: bigint | undefined;
}

/** A transaction of a history. */
export interface HistoryEntry extends HistoryRow, Position {
  /** That there may be more of it: what it moved must not be told at all. */
  readonly isCut?: boolean;
}

/**
 * Where a page begins. It holds heights, and nothing that an upstream said: the upstream's own cursor may contain the operator's key, and page
 * numbers shift as blocks arrive. It holds no state of the service, so every gateway can go on at any time.
 */
export interface HistoryPlace<Name extends string = string> {
  /** What is mined above this height was shown, or came later. */
  readonly height: bigint;
  /** What was shown last, if that was at this height. */
  readonly after?: Position | undefined;
  /** What was shown last, if that was waiting to be mined. */
  readonly waiting?: Position | undefined;
  /** Lists that have nothing from this height on down. */
  readonly ended: readonly Name[];
}

/** The position alone, of an entry that has more. */
export function positionOf({ index, hash }: Position): Position {
  return { index, hash };
}

/** What waits comes first; then by height and place in the block, so that there is exactly one order. */
export function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  if (a.block !== b.block) return a.block === undefined ? -1 : b.block === undefined ? 1 : a.block > b.block ? -1 : 1;
  return lastFirst(a, b);
}

/** Within a block, or among those that wait. */
function lastFirst(a: Position, b: Position): number {
  if (a.index !== b.index) return b.index - a.index;
  return a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0;
}

/** Whether an entry belongs to the page that begins at a place, or to a later one. */
export function isFrom(place: HistoryPlace | undefined, entry: HistoryEntry): boolean {
  if (place === undefined) return true;
  const { height, after, waiting } = place;
  if (entry.block === undefined) return waiting !== undefined && lastFirst(waiting, entry) < 0;
  return entry.block < height || (entry.block === height && (after === undefined || lastFirst(after, entry) < 0));
}
