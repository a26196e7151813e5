import { UpstreamError } from '@isochain/core';
import type { HistoryList } from '@isochain/core/history';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { type IndexList, type IndexRow, indexPage, isLastPage } from '../upstream/voyager.ts';
import type { Row } from './history-rows.ts';

// Voyager's lists can only be read by page numbers, from the newest row. New rows move older ones to later pages. So the page that held a row once is never too
// late to begin at: a cursor keeps it.

/** The highest page number that a cursor may hold. */
export const highestPage = 1_000_000;

/** One list, and the pages of it that were read. */
export interface PagedList extends HistoryList<Row> {
  /** The page to begin at for rows of this height and below. */
  pageFor(height: bigint): number;
}

/**
 * @param start - The page to begin at.
 * @param endpoint - All pages are read from it.
 */
export function pagedList(
  name: IndexList,
  account: Address,
  start: number,
  { context, operation, endpoint, unlisted }: IndexSource,
): PagedList {
  /** Heights of the oldest row of each page, from `start` on. */
  const reached: bigint[] = [];
  const failure = (detail: string) =>
    new UpstreamError(context.chainId, [{ endpoint, outcome: 'malformed', detail: `${name}: ${detail}`, ms: 0 }]);
  return {
    open(from) {
      let page = start;
      const more = async () => {
        const request = indexPage(name, account, page);
        const { value } = await operation.http(request, { kind: 'voyager', endpoint });
        // Transactions that wait stand in no block, and in no history yet.
        unlisted(value.items.unread);
        const items = value.items.read.flatMap((row) =>
          typeof row.blockNumber === 'number' ? [toRow(row, row.blockNumber)] : [],
        );
        const heights = items.map(({ block }) => block);
        const isSorted = heights.every((height, i) => height <= (heights[i - 1] ?? height));
        if (!isSorted) throw failure('a list that is not in order');
        const isForeign = items.some(({ parties }) => parties?.includes(BigInt(account)) === false);
        if (isForeign) throw failure('a row of another account');
        const isLast = isLastPage(value, page);
        const oldest = heights.at(-1);
        if (oldest !== undefined) reached.push(oldest);
        page += 1;
        return { rows: items, oldest, isLast };
      };
      return async () => {
        let part = await more();
        // What came since the page before moved the rows down.
        while (from !== undefined && part.oldest !== undefined && part.oldest > from && !part.isLast)
          part = await more();
        return part;
      };
    },
    pageFor(height) {
      const at = reached.findIndex((oldest) => oldest <= height);
      return start + (at < 0 ? reached.length : at);
    },
  };
}

function toRow({ hash, index, parties }: IndexRow, block: number) {
  return { hash, parties, block: BigInt(block), index: index ?? undefined };
}

/** Where the index is asked. */
export interface IndexSource {
  readonly context: Pick<StarknetContext, 'chainId'>;
  readonly operation: Operation;
  readonly endpoint: string;
  /** Told how many rows could not even be placed. */
  unlisted(count: number): void;
}
