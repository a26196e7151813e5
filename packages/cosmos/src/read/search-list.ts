import type { HistoryList, HistoryRow } from '@isochain/core/history';
import type { FoundTransaction } from '../upstream/lcd/transaction-answer.ts';
import type { SearchWish, Spelling } from '../upstream/tx-index.ts';
import { longestPage, type SearchAnswer } from '../upstream/tx-search.ts';

// What a search finds, as a list that core can merge with another.
//
// A node that takes a height is asked for the rows at the oldest height so far and below it. Then blocks that arrive change nothing, and neither does
// the longest page of the node. A node that takes no height is asked by the number of the page. Transactions that arrive move older ones to later
// pages, never to earlier ones. So no row is lost, and rows that come twice are left out.

export type PageWish = Pick<SearchWish, 'upTo' | 'page' | 'perPage'>;

export interface Row extends HistoryRow {
  readonly found: FoundTransaction;
}

interface ListParts {
  readonly ask: (wish: PageWish) => Promise<SearchAnswer>;
  /** Makes the error for answers that cannot be believed. */
  readonly flaw: (detail: string) => Error;
  /** How the node wants to be asked, if it is known. */
  readonly spelling: Spelling | undefined;
  /** Rows of the first page. */
  readonly wanted: number;
  /** Rows above the height to begin at, at least. For nodes that are asked by the number of the page. */
  readonly above: number;
}

export interface SearchList extends HistoryList<Row> {
  /** Rows above a height, at least. 0 for nodes that take a height. */
  rowsAbove(height: bigint): number;
}

type Part = Awaited<ReturnType<ReturnType<HistoryList<Row>['open']>>>;

export function searchList(parts: ListParts): SearchList {
  const { spelling, wanted } = parts;
  const counted: CountedRow[] = [];
  // A list that is too long for one page is asked for as two pages at the same time.
  const perPage = wanted <= longestPage ? wanted : Math.ceil(wanted / 2);
  return {
    open(from) {
      const toPart = partMaker(parts);
      let read: (() => Promise<Part>) | undefined;
      return async () => {
        if (read !== undefined) return read();
        if (spelling === 'events') {
          read = byNumber(parts, toPart, counted, perPage, from);
          return read();
        }
        const answers = await askPages(parts, from, perPage, 1, wanted <= longestPage ? 1 : 2);
        if (answers[0].spelling === 'query') {
          const reader = byHeight(parts, toPart, perPage, from);
          read = reader.next;
          return reader.take(answers);
        }
        // Only now the node showed that it takes no height.
        read = byNumber(parts, toPart, counted, perPage, from, answers);
        return read();
      };
    },
    rowsAbove(height) {
      const first = counted.find((row) => row.height <= height);
      return first?.index ?? (counted.at(-1)?.index ?? -1) + 1;
    },
  };
}

type Answers = readonly [SearchAnswer, ...SearchAnswer[]];

/**
 * Asks for some pages at the same time.
 *
 * @returns The pages that fit together. If a transaction arrived between the answers, the others may begin too far down, and only the first counts.
 */
async function askPages(
  { ask }: ListParts,
  upTo: bigint | undefined,
  perPage: number,
  from: number,
  count: number,
): Promise<Answers> {
  const wish = { upTo, perPage };
  const [first, ...others] = await Promise.all([
    ask({ ...wish, page: from }),
    ...Array.from({ length: count - 1 }, (_, i) => ask({ ...wish, page: from + i + 1 })),
  ]);
  const isWhole =
    first.rows.length === perPage && others.every(({ total }) => total !== undefined && total === first.total);
  return isWhole ? [first, ...others] : [first];
}

type PartMaker = (rows: readonly FoundTransaction[], isLast: boolean, mayRepeat: boolean) => Part;

/** Makes parts without rows that came before. */
function partMaker({ flaw }: ListParts): PartMaker {
  const seen = new Set<string>();
  return (rows, isLast, mayRepeat) => {
    const before = seen.size;
    const fresh = rows.filter(({ hash }) => !seen.has(hash) && seen.add(hash));
    // Otherwise the same page would be asked for without end.
    if (rows.length > 0 && seen.size === before && !isLast && !mayRepeat) throw flaw('the same page again');
    return { rows: fresh.map((found) => ({ found, block: found.height })), oldest: rows.at(-1)?.height, isLast };
  };
}

function byHeight(parts: ListParts, toPart: PartMaker, perPage: number, from: bigint | undefined) {
  let upTo = from;
  let page = 1;
  /** Rows up to `upTo` so far. */
  let taken = 0;
  const take = (answers: Answers): Part => {
    const rows = answers.flatMap((answer) => answer.rows);
    const oldest = rows.at(-1)?.height;
    const [{ total }] = answers;
    taken += rows.length;
    const isLast = oldest === undefined || (total !== undefined && BigInt(taken) >= total);
    const part = toPart(rows, isLast, page === 1);
    const isOneBlock = oldest !== undefined && rows[0]?.height === oldest;
    if (isOneBlock && (oldest === upTo || (upTo === undefined && page === 1))) {
      // One block fills the pages so far.
      page += answers.length;
      upTo = oldest;
    } else if (oldest !== undefined) {
      page = 1;
      taken = 0;
      upTo = oldest;
    }
    return part;
  };
  return { take, next: async () => take([await parts.ask({ upTo, page, perPage })]) };
}

/** A row of a list that is counted from its top. */
interface CountedRow {
  readonly index: number;
  readonly height: bigint;
}

/**
 * @param counted - Gets all rows that are read.
 * @param answers - The first pages, if they came already.
 */
function byNumber(
  parts: ListParts,
  toPart: PartMaker,
  counted: CountedRow[],
  perPage: number,
  from: bigint | undefined,
  answers?: Answers,
): () => Promise<Part> {
  const { above, wanted } = parts;
  let page = 1;
  const take = (pages: Answers): Part => {
    const rows = pages.flatMap((answer) => answer.rows);
    const [{ total }] = pages;
    const before = (page - 1) * perPage;
    counted.push(...rows.map(({ height }, i) => ({ index: before + i, height })));
    // A node that gives shorter pages than were asked for is asked until nothing comes.
    const isLast = rows.length === 0 || BigInt(before + rows.length) === total;
    page += pages.length;
    return toPart(rows, isLast, false);
  };
  const next = async () => take([await parts.ask({ upTo: undefined, page, perPage })]);
  /** Begins at the last row above the place. If that page is gone, this node has fewer rows than the last one: it is read from the top. */
  const begin = async () => {
    if (answers !== undefined) return take(answers);
    const start = from === undefined || above === 0 ? 0 : above - 1;
    page = Math.floor(start / perPage) + 1;
    const end = Math.floor((start + wanted - 1) / perPage) + 1;
    const found = await askPages(parts, undefined, perPage, page, end - page + 1);
    const [newest] = found[0].rows;
    if (page === 1 || (newest !== undefined && from !== undefined && newest.height > from)) return take(found);
    page = 1;
    return next();
  };
  let isBegun = false;
  return () => {
    if (isBegun) return next();
    isBegun = true;
    return begin();
  };
}
