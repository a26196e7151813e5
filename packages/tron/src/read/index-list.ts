import type { HistoryList } from '@isochain/core/history';
import { stringifyJson } from '@isochain/core/upstream';
import type { ListPage, ListRows, ListWish } from '../upstream/index/lists.ts';

/** The most rows of one page (developers.tron.network, TronGrid v1). A block with more of one account cannot be read without a fingerprint. */
export const mostRows = 200;

/**
 * One of TronGrid's lists, by the times of blocks. Within one request of a client it goes on by TronGrid's fingerprints. Full pages sometimes lack it,
 * and are not the end then (TRON-US/trongrid, issue 23): the list is read on from the time of the last row.
 *
 * @param ask - Asks one endpoint for a page.
 * @param usual - How many rows a page has, unless a block has more.
 */
export function indexList<Row extends ListRows[keyof ListRows]>(
  ask: (wish: Omit<ListWish, 'account'>) => Promise<ListPage<Row>>,
  usual: number,
): HistoryList<Row> {
  return {
    open(from) {
      // No block is made within a millisecond of another, so it does not matter whether the list has rows of that very time.
      let until = from === undefined ? undefined : from + 1n;
      let limit = usual;
      let fingerprint: string | undefined;
      /** Rows of the last time that was read. */
      let lowest: readonly Row[] = [];
      /** Rows that come again because the list is read on by time. */
      let again: string[] = [];
      return async () => {
        const page = await ask({ limit, until, fingerprint });
        const rows = page.rows.filter((row) => !take(again, keyOf(row)));
        const last = page.rows.at(-1)?.block;
        const isNew = page.fingerprint !== undefined && page.fingerprint !== fingerprint;
        // Rows without a time do not say where the list goes on. A fingerprint does.
        const isOver = page.count === 0 || (last === undefined && !isNew);
        const isLast = isOver || (page.fingerprint === undefined && page.count < limit);
        lowest = [...lowest, ...rows].filter(({ block }) => block === last);
        fingerprint = isNew ? page.fingerprint : undefined;
        if (last !== undefined && fingerprint === undefined) {
          // A page of one time alone shows nothing below it.
          const isStuck = rows.length === 0 || page.rows[0]?.block === last;
          const isWhole = isStuck && limit === mostRows;
          limit = isStuck ? mostRows : usual;
          until = isWhole ? last - 1n : last + 1n;
          again = isWhole ? [] : lowest.map(keyOf);
        }
        return { rows, oldest: last, isLast };
      };
    },
  };
}

/** Takes a text out of a list, once. */
function take(list: string[], text: string): boolean {
  const at = list.indexOf(text);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

function keyOf({ raw }: ListRows[keyof ListRows]): string {
  return stringifyJson(raw);
}
