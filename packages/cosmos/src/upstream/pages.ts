import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { CosmosContext } from '../context.ts';
import { askOne } from './ask.ts';
import type { Sorted } from './lcd/fields.ts';
import type { Query } from './query.ts';

/** A page of a list. */
export interface Page<T> extends Sorted<T> {
  /** Asks for the next page. Undefined on the last one. */
  readonly nextKey: string | undefined;
}

/**
 * The most pages of one list that are read. Anybody can send tokens to anybody, so a list may be of any length. Items after the last of these pages
 * are not shown.
 */
const mostPages = 10;

/** The most items of a list to ask for on one page: sei-chain 6.7 and later take no more. */
export const mostItems = 1000;

/** A list that nodes answer in pages. */
export interface Paged<T> {
  /** Without a key: the first page. */
  page(key?: string): Query<Page<T>>;
  /** A key that no other item has. Undefined if items may be equal. */
  readonly keyOf?: ((item: T) => string) | undefined;
}

/** The whole list: its first page, which was read before, and all that follow. */
export async function readPages<T>(
  context: CosmosContext,
  { page, keyOf }: Paged<T>,
  first: Page<T>,
  operation: Operation,
): Promise<Sorted<T>> {
  let { items, odd, nextKey } = first;
  for (let read = 1; nextKey !== undefined && read < mostPages; read += 1) {
    const seen = new Set(keyOf && items.map(keyOf));
    const query = page(nextKey);
    const next = await askOne(
      context,
      {
        ...query,
        check(found: Page<T>) {
          query.check?.(found);
          if (found.items.some((item) => keyOf !== undefined && seen.has(keyOf(item))))
            throw new RejectedAnswer('it answers a page again');
        },
      },
      operation,
    );
    items = [...items, ...next.items];
    odd = [...odd, ...next.odd];
    nextKey = next.nextKey;
  }
  return { items, odd };
}

/** The members of a request for a page. */
export function pageQuery(limit: number, key?: string): Readonly<Record<string, string | number>> {
  return { 'pagination.limit': limit, ...(key === undefined ? {} : { 'pagination.key': key }) };
}
