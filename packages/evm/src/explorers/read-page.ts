import type { Operation } from '@isochain/core';
import type { EvmContext } from '../chains.ts';
import { aboveAll, readList } from './collect.ts';
import type { HistoryCursor } from './cursor.ts';
import type { Source } from './explorer.ts';
import { type Group, group, lastFirst } from './merge.ts';
import { type Lists, listNames, type Row } from './rows.ts';

/** Pages of each list that one request reads at most. What is found by then is answered, and the next page goes on. */
const mostRounds = 8;

/** As many where otherwise nothing would be won: all of them are of one block, which is shown as a whole. */
const mostRoundsOfBlock = 32;

/** A page of a history, as one explorer tells it. */
interface HistoryGroups {
  readonly shown: readonly Group[];
  /** Undefined at the end. */
  readonly next: HistoryCursor | undefined;
  /** All that was read. */
  readonly rows: readonly Row[];
}

/**
 * Reads a page. The lists end at different heights, so that only what lies above all of their ends is complete, and only that is shown: below that
 * the next page begins. It may be empty for all that.
 *
 * @param account - In lower case.
 * @param from - Undefined for the first page.
 */
export async function readPage(
  context: EvmContext,
  source: Source,
  account: string,
  limit: number,
  from: HistoryCursor | undefined,
  operation: Operation,
): Promise<HistoryGroups> {
  const open = <Name extends keyof Lists>(name: Name) => {
    // What waits stands in front of everything that is mined.
    const isAtTop = from === undefined || (from.waiting !== undefined && name === 'transactions');
    const start = isAtTop ? 'newest' : from.ended.includes(name) ? 'end' : from.height;
    return readList(source, context, name, account, start, operation);
  };
  const lists = { transactions: open('transactions'), transfers: open('transfers'), internals: open('internals') };
  const all = Object.values(lists);
  const isWanted = isAfter(from);
  let height = reachedBy(all);
  let known: Group[] = [];
  let complete: Group[] = [];
  /** Whether no more is known than before: all that was read is of the block that this page begins with. */
  const isInBlock = () => complete.length === 0 && from !== undefined && !from.waiting && height >= from.height;
  for (let round = 1; ; round++) {
    // Those that hold the others up: all at first, then those that reach the least far down.
    await Promise.all(all.filter((list) => list.reached() === height).map((list) => list.more()));
    height = reachedBy(all);
    const { transactions, transfers, internals } = lists;
    const rows = { transactions: transactions.rows, transfers: transfers.rows, internals: internals.rows };
    known = group(account, rows).filter(isWanted);
    complete = known.filter(({ block }) => block === undefined || block > height);
    // The first page has to know the newest that is mined: what waits on it is new once it is mined, and not to be shown twice.
    const isTopKnown = from !== undefined || height < aboveAll;
    if (height < 0n || (complete.length > limit && isTopKnown)) break;
    if (round >= (isInBlock() ? mostRoundsOfBlock : mostRounds)) break;
  }
  // What is not known as a whole is named, so that it is not lost, and nothing is said of what it moved.
  const isCut = isInBlock();
  const cut = () => known.filter(({ block }) => block === from?.height).map((entry) => ({ ...entry, isCut }));
  const found = isCut ? cut() : complete;
  const rows = all.flatMap((list): readonly Row[] => list.rows);
  const top = from?.height ?? highest([0n, height, ...rows.flatMap(({ block }) => block ?? [])]);
  const below = isCut ? top - 1n : height < top ? height : top;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const place = placeAfter(last, below, top);
  const isOver = ({ reached, rows: read }: (typeof all)[number]) =>
    reached() < 0n && read.every(({ block }) => block === undefined || block > place.height);
  const ended = listNames.filter((name) => isOver(lists[name]) && !(place.waiting && name === 'transactions'));
  return { shown, rows, next: place.height < 0n ? undefined : { kind: source.explorer.kind, ...place, ended } };
}

/**
 * @param last - Of those that are shown; undefined if nothing else is known.
 * @param below - Height from which on down there may be more.
 * @param top - Height above which nothing mined belongs to this history.
 */
function placeAfter(
  last: Group | undefined,
  below: bigint,
  top: bigint,
): Pick<HistoryCursor, 'height' | 'after' | 'waiting'> {
  if (last === undefined) return { height: below };
  return last.block === undefined ? { height: top, waiting: last } : { height: last.block, after: last };
}

/** Height above which all lists are complete. */
function reachedBy(lists: readonly { reached(): bigint }[]): bigint {
  return highest(lists.map((list) => list.reached()));
}

function highest(heights: readonly bigint[]): bigint {
  return heights.reduce((high, height) => (height > high ? height : high));
}

function isAfter(from: HistoryCursor | undefined): (entry: Group) => boolean {
  return (entry) => {
    if (from === undefined) return true;
    const { height, after, waiting } = from;
    if (entry.block === undefined) return waiting !== undefined && lastFirst(waiting, entry) < 0;
    return entry.block < height || (entry.block === height && (after === undefined || lastFirst(after, entry) < 0));
  };
}
