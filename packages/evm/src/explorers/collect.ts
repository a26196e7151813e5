import type { Operation } from '@isochain/core';
import type { EvmContext } from '../chains.ts';
import type { Start } from './cursor.ts';
import type { Explorer } from './explorer.ts';
import { isEndOfBlock, type Place } from './merge.ts';
import type { Cursor, ListPage, Lists } from './rows.ts';

/** One list of an account, read page after page. */
export interface ListReader<Name extends keyof Lists> {
  readonly rows: Lists[Name][];
  /** Reads one more page, unless it came to its end. */
  more(): Promise<void>;
  isAtEnd(): boolean;
  /** Height down to which everything is there; what is at it may be there in part. Undefined at the end, and before the first page. */
  oldest(): bigint | undefined;
  /** Where to begin in order to see all that comes after a place. */
  startFor(place: Place): Start;
}

export function readList<Name extends keyof Lists>(
  explorer: Explorer,
  context: EvmContext,
  name: Name,
  account: string,
  start: Start,
  operation: Operation,
): ListReader<Name> {
  const rows: Lists[Name][] = [];
  const pages: { readonly start: Start; readonly page: ListPage<Lists[Name]> }[] = [];
  let next: Start = start;
  return {
    rows,
    isAtEnd: () => next === 'end',
    oldest: () => (next === 'end' ? undefined : pages.at(-1)?.page.oldest),
    async more() {
      if (next === 'end') return;
      const from: Cursor | undefined = next === 'newest' ? undefined : next;
      const page = await explorer.list(context, name, account, from, operation);
      pages.push({ start: next, page });
      rows.push(...page.rows);
      next = page.next ?? 'end';
    },
    startFor(place) {
      const { block } = place;
      // What waits has no height: everything that is mined comes after it.
      if (block === undefined) return start;
      const lowest = isEndOfBlock(place) ? block - 1n : block;
      return pages.find(({ page: { oldest } }) => oldest !== undefined && oldest <= lowest)?.start ?? next;
    },
  };
}
