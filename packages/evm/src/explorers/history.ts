import { type HistoryPage, type Operation, type PageRequest, refuse, UpstreamError } from '@isochain/core';
import { ask } from '../ask.ts';
import type { EvmContext } from '../chains.ts';
import { rpc } from '../rpc.ts';
import { readList } from './collect.ts';
import { type HistoryCursor, readCursor, type Start, writeCursor } from './cursor.ts';
import type { Explorer } from './explorer.ts';
import { endOfBlock, type Group, group, newestFirst, type Place } from './merge.ts';
import { parseGroup } from './parse-group.ts';

/** Pages of each list that one request reads at most. What is found by then is answered, and the next page goes on. */
const mostRounds = 8;

/**
 * Reads a history from explorers: transactions, token transfers and what contracts moved, put together by transaction.
 *
 * The lists end at different heights, so that only what lies above all of their ends is complete: what is below waits for the next page, where it is
 * read again. A page therefore begins a little earlier than where it shows, and blocks that arrive in between change nothing.
 *
 * @param explorers - Asked in this order; a page that follows another one comes from the same kind.
 * @throws RefusedError `page.invalid`; UpstreamError if no explorer gave a usable answer.
 */
export async function readExplorerHistory(
  context: EvmContext,
  explorers: readonly Explorer[],
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const able = from === undefined ? explorers : explorers.filter(({ kind }) => kind === from.kind);
  if (able.length === 0 || (cursor !== undefined && from === undefined)) throw refuse('page.invalid', {}, 'nextPage');
  // Only for the number of confirmations: a history without it is better than none.
  const heading = ask(context, operation, { head: rpc.blockNumber() }).then(
    ({ head }) => head,
    () => undefined,
  );
  let failure: unknown;
  for (const explorer of able) {
    try {
      return await readPage(context, explorer, account.toLowerCase(), limit, from, heading, operation);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function readPage(
  context: EvmContext,
  explorer: Explorer,
  account: string,
  limit: number,
  from: HistoryCursor | undefined,
  heading: Promise<bigint | undefined>,
  operation: Operation,
): Promise<HistoryPage> {
  const open = <Name extends keyof HistoryCursor['starts']>(name: Name) =>
    readList(explorer, context, name, account, from?.starts[name] ?? 'newest', operation);
  const lists = { transactions: open('transactions'), transfers: open('transfers'), internals: open('internals') };
  const all = Object.values(lists);
  let groups: Group[] = [];
  let complete: Group[] = [];
  for (let round = 0; round < mostRounds; round++) {
    await Promise.all(lagging(all).map((list) => list.more()));
    const { transactions, transfers, internals } = lists;
    groups = group(account, { transactions: transactions.rows, transfers: transfers.rows, internals: internals.rows });
    complete = groups.filter(isAfter(from?.place)).filter(isAbove(reached(all)));
    if (complete.length > limit || all.every((list) => list.isAtEnd())) break;
  }
  const isEnd = all.every((list) => list.isAtEnd());
  // More than all those pages in one block: it is shown as far as it is known, so that the history goes on.
  const height = reached(all);
  const isStuck = complete.length === 0 && !isEnd;
  const found = isStuck ? groups.filter(isAfter(from?.place)).filter(({ block }) => block === height) : complete;
  const shown = found.slice(0, limit);
  const place = placeAfter(shown, isStuck && found.length <= limit ? height : undefined, from?.place);
  const isLast = isEnd && found.length <= limit;
  const head = await heading;
  return {
    transactions: shown.map((entry) => parseGroup(context, account, entry, head)),
    next:
      isLast || place === undefined
        ? undefined
        : writeCursor({ kind: explorer.kind, starts: startsFor(lists, place), place }),
  };
}

type Reader = ReturnType<typeof readList>;

/** Those that hold the others up: all at first, then those that reach the least far down. */
function lagging(lists: readonly Reader[]): Reader[] {
  const open = lists.filter((list) => !list.isAtEnd());
  const highest = reached(lists);
  return highest === undefined ? open : open.filter((list) => list.oldest() === undefined || list.oldest() === highest);
}

/** The height above which all lists are complete; undefined where they are down to their ends, or have not begun. */
function reached(lists: readonly Reader[]): bigint | undefined {
  const heights = lists.flatMap((list) => list.oldest() ?? []);
  return heights.length === 0 ? undefined : heights.reduce((high, height) => (height > high ? height : high));
}

function isAbove(height: bigint | undefined): (entry: Group) => boolean {
  return ({ block }) => height === undefined || block === undefined || block > height;
}

/** What waits is shown on the first page only: later it may be anywhere. */
function isAfter(place: Place | undefined): (entry: Group) => boolean {
  return (entry) => place === undefined || (entry.block !== undefined && newestFirst(place, entry) < 0);
}

/**
 * @param skipped - A block that was too large to be read as a whole: the next page begins below it.
 */
function placeAfter(
  shown: readonly Group[],
  skipped: bigint | undefined,
  before: Place | undefined,
): Place | undefined {
  if (skipped !== undefined) return endOfBlock(skipped);
  const last = shown.at(-1);
  return last === undefined ? before : { block: last.block, index: last.index, hash: last.hash };
}

function startsFor(
  lists: Readonly<Record<keyof HistoryCursor['starts'], { startFor(place: Place): Start }>>,
  place: Place,
) {
  return {
    transactions: lists.transactions.startFor(place),
    transfers: lists.transfers.startFor(place),
    internals: lists.internals.startFor(place),
  };
}
