import { link } from './links.ts';
import { badField, beforeHistory } from './problem.ts';

/** How a list is asked for (stellar-horizon:internal/actions/helpers.go). */
export interface PageQuery {
  readonly cursor: string;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** @throws Problem 400 */
export function readPage(query: URLSearchParams): PageQuery {
  const cursor = query.get('cursor') ?? '';
  if (/^-\d+$/.test(cursor)) throw badField('cursor', `the cursor ${cursor} is a negative number: `);
  const order = query.get('order') || 'asc';
  if (order !== 'asc' && order !== 'desc') throw badField('order', 'Invalid value');
  const limit = query.get('limit') || '10';
  if (!/^[+-]?\d+$/.test(limit)) throw badField('limit', 'unparseable value');
  if (Number(limit) <= 0) throw badField('limit', 'invalid limit: non-positive value provided');
  if (Number(limit) > 200) throw badField('limit', 'invalid limit: value provided that is over limit max of 200');
  return { cursor, order, limit: Number(limit) };
}

/** A place in history: ledger, transaction from 1 and operation from 1, in one number (SEP-35). */
export function toid(ledger: number, transaction = 0, operation = 0): bigint {
  return (BigInt(ledger) << 32n) | (BigInt(transaction) << 12n) | BigInt(operation);
}

/** A page of things that lie in history, given oldest first. `position` is its cursor: a number, or two of them for effects. */
export function pageOfHistory<T>(
  items: readonly T[],
  page: PageQuery,
  position: (item: T) => readonly [bigint, bigint],
  { elder, newest }: { readonly elder: number; readonly newest: number },
): T[] {
  const cursor = page.cursor === 'now' ? toid(newest + 1).toString() : page.cursor;
  const after = cursor === '' ? undefined : readCursor(cursor);
  if (page.order === 'desc' && after !== undefined && after[0] <= toid(elder)) throw beforeHistory();
  const ordered = page.order === 'asc' ? items : items.toReversed();
  const wanted = ordered.filter((item) => {
    if (after === undefined) return true;
    const [first, second] = position(item);
    const isLater = first > after[0] || (first === after[0] && second > after[1]);
    const isSame = first === after[0] && second === after[1];
    return page.order === 'asc' ? isLater : !isLater && !isSame;
  });
  return wanted.slice(0, page.limit);
}

/** @throws Problem 400 */
function readCursor(cursor: string): readonly [bigint, bigint] {
  const [, first, second] = /^(\d+)(?:-(\d+))?$/.exec(cursor) ?? [];
  if (first === undefined) throw badField('cursor', 'cursor must contain exactly one colon');
  return [BigInt(first), second === undefined ? 0n : BigInt(second)];
}

/** A list as Horizon answers it. */
export function listReply(
  path: string,
  { cursor, limit, order }: PageQuery,
  records: readonly { readonly paging_token: string }[],
): unknown {
  const to = (from: string, direction: string) => link(`${path}?cursor=${from}&limit=${limit}&order=${direction}`);
  const opposite = order === 'asc' ? 'desc' : 'asc';
  return {
    _links: {
      self: to(cursor, order),
      next: to(records.at(-1)?.paging_token ?? cursor, order),
      prev: to(records[0]?.paging_token ?? cursor, opposite),
    },
    _embedded: { records },
  };
}
