import { atMost } from '../at-most.ts';
import { type HistoryEntry, type HistoryPlace, type HistoryRow, isFrom, newestFirst, positionOf } from './place.ts';

/** A page of one list, from an upstream. */
interface HistoryPart<Row> {
  readonly rows: readonly Row[];
  /** Height of the oldest mined row of the page, also of rows that `rows` leaves out. Undefined if the page has no mined row. */
  readonly oldest: bigint | undefined;
  readonly isLast: boolean;
}

/** One list of an account, newest first. */
export interface HistoryList<Row> {
  /**
   * Begins to read. Asks nothing yet.
   *
   * @param from - The height to begin at, and to read down from. Undefined to begin with the newest, including waiting transactions. A list that can
   *   only be read from its top ignores it: the rows above are left out later.
   * @returns Reads one more page. Must ask the same endpoint each time, because two endpoints may be at different heights.
   */
  open(from: bigint | undefined): () => Promise<HistoryPart<Row>>;
  /** True if the list begins with transactions that wait to be mined. */
  readonly hasWaiting?: boolean;
  /** The error to throw for a row that must not be there, such as one of another account. Nothing of such an endpoint is believed. */
  readonly distrust?: (row: Row) => Error | undefined;
}

/** The row type of each list. */
type NamedRows<Rows> = { readonly [Name in keyof Rows]: HistoryRow };

/** All rows of each list so far. */
type Collected<Rows> = { readonly [Name in keyof Rows]: readonly Rows[Name][] };

/** What to read, and how much. */
export interface MergedHistory<Rows extends NamedRows<Rows>, Entry extends HistoryEntry> {
  readonly lists: { readonly [Name in keyof Rows]: HistoryList<Rows[Name]> };
  /** Makes transactions of all rows so far, each once, in any order. Rows that it leaves out are not shown. */
  readonly group: (rows: Collected<Rows>) => readonly Entry[];
  /** Transactions in a page. */
  readonly limit: number;
  /** `next` of the page before; undefined for the first. */
  readonly from: HistoryPlace<Extract<keyof Rows, string>> | undefined;
  /** Highest height that the upstreams take. */
  readonly highest: bigint;
  /** Maximum of pages to read of each list. The answer is what is complete by then, and the next page continues. No limit by default. */
  readonly mostRounds?: number;
  /** The same maximum while all rows are of one block, to show the block as a whole if possible. By default `mostRounds`. */
  readonly mostRoundsOfBlock?: number;
  /** Number of lists that are read in parallel. By default all. */
  readonly parallel?: number;
}

/** A page of a history. */
interface MergedPage<Rows, Entry> {
  /** May have fewer entries than the limit, or none, although more follow. */
  readonly shown: readonly Entry[];
  /** Undefined at the end. */
  readonly next: HistoryPlace<Extract<keyof Rows, string>> | undefined;
  /** All rows that were read. The time of a block can prove the chain. */
  readonly rows: readonly Rows[Extract<keyof Rows, string>][];
}

/**
 * Reads a page of a history that an upstream keeps as several lists. The lists are read down to different heights. Only transactions above all of
 * these heights are complete, and only they are shown (docs/decisions/0014-histories-from-explorers.md). The lists that reach the least far down are
 * read further until the page is full. Transactions that were mined after the first page was read are on none of the following pages.
 *
 * @throws Errors of the lists.
 */
export async function readMerged<Rows extends NamedRows<Rows>, Entry extends HistoryEntry>({
  lists,
  group,
  limit,
  from,
  highest,
  mostRounds = Number.POSITIVE_INFINITY,
  mostRoundsOfBlock = mostRounds,
  parallel = Number.POSITIVE_INFINITY,
}: MergedHistory<Rows, Entry>): Promise<MergedPage<Rows, Entry>> {
  type Name = Extract<keyof Rows, string>;
  const all = (Object.keys(lists) as Name[]).map((name) => {
    // Waiting transactions stand before all mined ones, so they can only be read from the top.
    const isAtTop = from === undefined || (from.waiting !== undefined && lists[name].hasWaiting === true);
    const start = isAtTop ? 'newest' : from.ended.includes(name) ? 'end' : from.height;
    return { name, ...readList(lists[name], start, highest) };
  });
  const rows = Object.fromEntries(all.map((list) => [list.name, list.rows])) as unknown as Collected<Rows>;
  let height = reachedBy(all);
  let known: Entry[] = [];
  let complete: Entry[] = [];
  /** True if nothing is complete, because all rows are of the block that this page begins with. */
  const isInBlock = () => complete.length === 0 && from !== undefined && !from.waiting && height >= from.height;
  for (let round = 1; ; round++) {
    // The lists that reach the least far down. At first that is all of them.
    const behind = all.filter((list) => list.reached() === height);
    await atMost(parallel, behind, (list) => list.more());
    height = reachedBy(all);
    known = group(rows)
      .filter((entry) => isFrom(from, entry))
      .toSorted(newestFirst);
    complete = known.filter(({ block }) => block === undefined || block > height);
    // The first page must know the newest mined height. A waiting transaction of it is mined above that height, and so is not shown a second time.
    const isTopKnown = from !== undefined || height < highest;
    if (height < 0n || (complete.length > limit && isTopKnown)) break;
    if (round >= (isInBlock() ? mostRoundsOfBlock : mostRounds)) break;
  }
  // Incomplete transactions are listed, so that they are not lost, but without what they moved.
  const isCut = isInBlock();
  const cut = () => known.filter(({ block }) => block === from?.height).map((entry) => ({ ...entry, isCut }));
  const found = isCut ? cut() : complete;
  const read = all.flatMap((list): readonly Rows[Name][] => list.rows);
  const top = from?.height ?? highestOf([0n, height, ...read.flatMap(({ block }) => block ?? [])]);
  const below = isCut ? top - 1n : height < top ? height : top;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const place = placeAfter(last, below, top);
  const isOver = (list: ListReader<Rows[Name]>) =>
    list.reached() < 0n && list.rows.every(({ block }) => block === undefined || block > place.height);
  const ended = all.filter((list) => isOver(list) && !(place.waiting && lists[list.name].hasWaiting));
  const next = place.height < 0n ? undefined : { ...place, ended: ended.map(({ name }) => name) };
  return { shown, next, rows: read };
}

/** One list, read page after page. */
interface ListReader<Row> {
  readonly rows: readonly Row[];
  /** Reads one more page, unless the list has ended. */
  more(): Promise<void>;
  /** All mined rows above this height are read, and perhaps some at it. -1 if the list has ended, and so all rows are read. */
  reached(): bigint;
}

/** @param start - Where to begin: at the newest row, at a height, or not at all. */
function readList<Row extends HistoryRow>(
  { open, distrust }: HistoryList<Row>,
  start: 'newest' | bigint | 'end',
  highest: bigint,
): ListReader<Row> {
  const rows: Row[] = [];
  const read = open(typeof start === 'bigint' ? start : undefined);
  let reached = start === 'end' ? -1n : highest;
  return {
    rows,
    reached: () => reached,
    async more() {
      if (reached < 0n) return;
      const page = await read();
      for (const row of page.rows) {
        const error = distrust?.(row);
        if (error !== undefined) throw error;
      }
      rows.push(...page.rows);
      reached = page.isLast ? -1n : (page.oldest ?? reached);
    },
  };
}

/**
 * @param last - The last shown entry. Undefined if all known entries are shown.
 * @param below - There may be more rows at this height and below it.
 * @param top - Nothing that is mined above this height belongs to this history.
 */
function placeAfter(last: HistoryEntry | undefined, below: bigint, top: bigint): Omit<HistoryPlace, 'ended'> {
  if (last === undefined) return { height: below };
  return last.block === undefined
    ? { height: top, waiting: positionOf(last) }
    : { height: last.block, after: positionOf(last) };
}

/** Height above which all lists are complete. */
function reachedBy(lists: readonly { reached(): bigint }[]): bigint {
  return highestOf(lists.map((list) => list.reached()));
}

/** -1 if there are none. */
function highestOf(heights: readonly bigint[]): bigint {
  return heights.reduce((high, height) => (height > high ? height : high), -1n);
}
