import { describe, expect, it } from 'vitest';
import type { ListWish } from '../upstream/index/lists.ts';
import type { TransferRow } from '../upstream/index/rows.ts';
import { indexList } from './index-list.ts';

/** Rows by the numbers of their blocks, three seconds apart, newest first. Equal texts are equal rows. */
const rowsOf = (...texts: readonly string[]) =>
  texts.map(
    (text) => ({ type: 'transfer', block: 3000n * BigInt(Number.parseInt(text, 10)), raw: { text } }) as TransferRow,
  );
const textsOf = (rows: readonly TransferRow[]) => rows.map(({ raw }) => (raw as { text: string }).text);

type Fingerprint = (page: number, hasMore: boolean) => string | undefined;

/** TronGrid with these rows, and the pages that it was asked for. */
function grid(rows: readonly TransferRow[], fingerprintOf: Fingerprint = () => undefined) {
  const asked: string[] = [];
  let start = 0;
  const ask = async ({ limit, until, fingerprint }: Omit<ListWish, 'account'>) => {
    asked.push(`${limit} ${until ?? 'newest'}${fingerprint ? ` ${fingerprint}` : ''}`);
    const all = rows.filter(({ block }) => until === undefined || block <= until);
    start = fingerprint === undefined ? 0 : Number(fingerprint.slice(1));
    const page = all.slice(start, start + limit);
    return { rows: page, count: page.length, fingerprint: fingerprintOf(start + limit, start + limit < all.length) };
  };
  return { ask, asked };
}

async function readAll(rows: readonly TransferRow[], limit: number, fingerprintOf?: Fingerprint, from?: bigint) {
  const { ask, asked } = grid(rows, fingerprintOf);
  const more = indexList<TransferRow>(ask, limit).open(from);
  const found: string[] = [];
  for (let i = 0; i < 50; i++) {
    const page = await more();
    found.push(...textsOf(page.rows));
    if (page.isLast) return { found, asked };
  }
  throw new Error('The list has no end.');
}

describe('a list of TronGrid', () => {
  const texts = ['9a', '8a', '8a', '8b', '7a', '5a', '5b', '4a', '2a'];

  it.each([1, 2, 3, 4, 5, 8, 9, 10])(
    'is read by times without fingerprints, %d rows a page, each row once',
    async (limit) => {
      expect((await readAll(rowsOf(...texts), limit)).found).toEqual(texts);
    },
  );

  it.each([1, 2, 3, 4])('is read by fingerprints, %d rows a page', async (limit) => {
    const { found, asked } = await readAll(rowsOf(...texts), limit, (next, hasMore) =>
      hasMore ? `f${next}` : undefined,
    );
    expect(found).toEqual(texts);
    expect(asked[1]).toBe(`${limit} newest f${limit}`);
  });

  it('is read on by time where a fingerprint is missing or the same again', async () => {
    const some: Fingerprint = (next, hasMore) => (hasMore && next % 4 !== 0 ? `f${next}` : undefined);
    expect((await readAll(rowsOf(...texts), 2, some)).found).toEqual(texts);
    const stuck: Fingerprint = () => 'f2';
    expect((await readAll(rowsOf('9a', '8a', '7a', '6a'), 2, stuck)).found.toSorted()).toEqual([
      '6a',
      '7a',
      '8a',
      '9a',
    ]);
  });

  it('ends with a page that is not full, or has nothing', async () => {
    expect((await readAll(rowsOf('9a', '8a'), 3)).asked).toEqual(['3 newest']);
    expect((await readAll(rowsOf('9a', '8a'), 2)).asked).toEqual(['2 newest', '2 24001']);
    expect((await readAll([], 3, () => 'f0')).asked).toEqual(['3 newest']);
  });

  it('goes on after a short page with a fingerprint', async () => {
    const rows = rowsOf('9a', '8a', '7a');
    const ask = async ({ fingerprint }: Omit<ListWish, 'account'>) =>
      fingerprint === undefined
        ? { rows: rows.slice(0, 1), count: 1, fingerprint: 'next' }
        : { rows: rows.slice(1), count: 2, fingerprint: undefined };
    const more = indexList<TransferRow>(ask, 5).open(undefined);
    expect(await more()).toMatchObject({ oldest: 27_000n, isLast: false });
    expect(await more()).toMatchObject({ oldest: 21_000n, isLast: true });
  });

  it('goes on by its fingerprint after a page on which no row says when it was', async () => {
    const rows = rowsOf('9a', '8a');
    const ask = async ({ fingerprint }: Omit<ListWish, 'account'>) =>
      fingerprint === undefined
        ? { rows: [], count: 5, fingerprint: 'next' }
        : { rows, count: 2, fingerprint: undefined };
    const more = indexList<TransferRow>(ask, 5).open(undefined);
    expect(await more()).toEqual({ rows: [], oldest: undefined, isLast: false });
    expect(await more()).toMatchObject({ rows, isLast: true });
    const lost = async () => ({ rows: [], count: 3, fingerprint: undefined });
    expect(await indexList<TransferRow>(lost, 5).open(undefined)()).toMatchObject({ isLast: true });
  });

  it('begins at a time, also where lists leave that very time out', async () => {
    expect((await readAll(rowsOf(...texts), 4, undefined, 15_000n)).asked[0]).toBe('4 15001');
  });

  it('is read with the largest pages where a block has more rows than a page, and goes on below', async () => {
    const many = Array.from({ length: 150 }, (_, i) => `6-${i}`);
    const { found, asked } = await readAll(rowsOf('7a', ...many, '5a', '4a', '3a'), 3);
    expect(found).toEqual(['7a', ...many, '5a', '4a', '3a']);
    expect(asked.some((each) => each.startsWith('200 '))).toBe(true);
    const more = Array.from({ length: 250 }, (_, i) => `6-${i}`);
    const cut = await readAll(rowsOf('7a', ...more, '5a', '4a'), 3);
    expect(cut.found).toEqual(['7a', ...more.slice(0, 200), '5a', '4a']);
  });
});
