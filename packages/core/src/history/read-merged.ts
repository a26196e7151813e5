import { atMost } from '../at-most.ts';
import { type HistoryEntry, type HistoryPlace, type HistoryRow, isFrom, newestFirst, positionOf } from './place.ts';

/** A page of one list, as an upstream gave it. */
interface HistoryPart<Row> {
  readonly rows: readonly Row[];
  /** Height of the oldest mined row of the page. Rows that were left out count too. Undefined if the page has no mined row. */
  readonly oldest: bigint | undefined;
  /** That nothing follows. */
  readonly isLast: boolean;
}

/** One list of an account, newest first. */
export interface HistoryList<Row> {
  /**
   * Begins to read, without asking anything yet.
   *
   * @param from - Height: what is mined there and below is wanted. Undefined for the newest, with what waits. A list that can only be read from its
   *   top ignores it; what is above is left out.
   * @returns Reads one more page, each time from the same endpoint: two of them are not at the same height.
   */
  open(from: bigint | undefined): () => Promise<HistoryPart<Row>>;
  /** Whether it has transactions that wait to be mined too, before all others. */
  readonly hasWaiting?: boolean;
  /** What to throw because of a row, above all one of another account: an endpoint with such a row is not believed at all. */
  readonly distrust?: (row: Row) => Error | undefined;
}

/** What the rows of each list are. */
type NamedRows<Rows> = { readonly [Name in keyof Rows]: HistoryRow };

/** All rows of each list so far. */
type Collected<Rows> = { readonly [Name in keyof Rows]: readonly Rows[Name][] };

/** What is to be read, and how much of it. */
export interface MergedHistory<Rows extends NamedRows<Rows>, Entry extends HistoryEntry> {
  readonly lists: { readonly [Name in keyof Rows]: HistoryList<Rows[Name]> };
  /** Makes transactions of all rows so far, each transaction once, in any order. Rows that it leaves out are shown nowhere. */
  readonly group: (rows: Collected<Rows>) => readonly Entry[];
  /** Transactions in a page. */
  readonly limit: number;
  /** `next` of the page before; undefined for the first. */
  readonly from: HistoryPlace<Extract<keyof Rows, string>> | undefined;
  /** Highest height that the upstreams take. */
  readonly highest: bigint;
  /** Pages of each list that are read at most. What is complete by then is answered, and the next page goes on. By default all. */
  readonly mostRounds?: number;
  /** As many if all that was read is of one block, which is shown as a whole if that is possible. By default as `mostRounds`. */
  readonly mostRoundsOfBlock?: number;
  /** Lists that are read side by side. By default all. */
  readonly parallel?: number;
}

/** A page of a history. */
interface MergedPage<Rows, Entry> {
  /** May be fewer than the limit, or none, although there is more. */
  readonly shown: readonly Entry[];
  /** Undefined at the end. */
  readonly next: HistoryPlace<Extract<keyof Rows, string>> | undefined;
  /** Everything that was read, for proofs of the chain by the time of a block. */
  readonly rows: readonly Rows[Extract<keyof Rows, string>][];
}

/**
 * Reads a page of a history that an upstream keeps as several lists. The lists end at different heights, so only what lies above all of their ends
 * is complete, and only that is shown (docs/decisions/0014-histories-from-explorers.md). The lists that hold the others up are read on until the
 * page is full. What is mined after the first page was read is in none of the pages that follow it.
 *
 * @throws What the lists throw.
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
    // What waits stands in front of everything that is mined.
    const isAtTop = from === undefined || (from.waiting !== undefined && lists[name].hasWaiting === true);
    const start = isAtTop ? 'newest' : from.ended.includes(name) ? 'end' : from.height;
    return { name, ...readList(lists[name], start, highest) };
  });
  const rows = Object.fromEntries(all.map((list) => [list.name, list.rows])) as unknown as Collected<Rows>;
  let height = reachedBy(all);
  let known: Entry[] = [];
  let complete: Entry[] = [];
  /** Whether no more is known than before: all that was read is of the block that this page begins with. */
  const isInBlock = () => complete.length === 0 && from !== undefined && !from.waiting && height >= from.height;
  for (let round = 1; ; round++) {
    // Those that hold the others up: all at first, then those that reach the least far down.
    const behind = all.filter((list) => list.reached() === height);
    await atMost(parallel, behind, (list) => list.more());
    height = reachedBy(all);
    known = group(rows)
      .filter((entry) => isFrom(from, entry))
      .toSorted(newestFirst);
    complete = known.filter(({ block }) => block === undefined || block > height);
    // The first page has to know the newest that is mined: what waits on it is new once it is mined, and not to be shown twice.
    const isTopKnown = from !== undefined || height < highest;
    if (height < 0n || (complete.length > limit && isTopKnown)) break;
    if (round >= (isInBlock() ? mostRoundsOfBlock : mostRounds)) break;
  }
  // What is not known as a whole is named, so that it is not lost, and nothing is said of what it moved.
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
  /** Reads one more page, unless it came to its end. */
  more(): Promise<void>;
  /** Height above which everything is there that was mined; what is at it may be there in part. -1 at the end, where everything is. */
  reached(): bigint;
}

/** @param start - Where it is begun: at its newest row, with what is mined at a height and below, or not at all. */
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
 * @param last - Of those that are shown; undefined if nothing else is known.
 * @param below - There may be more rows at this height and below it.
 * @param top - Height above which nothing mined belongs to this history.
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

/** -1 of none. */
function highestOf(heights: readonly bigint[]): bigint {
  return heights.reduce((high, height) => (height > high ? height : high), -1n);
}
