import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyCursors } from './cursor.ts';
import type { HistoryEntry, HistoryPlace, HistoryRow } from './place.ts';
import { type HistoryList, readMerged } from './read-merged.ts';

interface Row extends HistoryRow {
  readonly hash: string;
}

const highest = 1_000_000n;
const names = ['sent', 'received'] as const;
type Lists = Record<(typeof names)[number], Row>;

const row = (block: number | undefined, hash = `h${block}`): Row => ({
  hash,
  block: block === undefined ? undefined : BigInt(block),
});

/** A list in pages, newest first, and the requests that it got. */
function list(rows: readonly Row[], inPage: number, asked: string[] = []): HistoryList<Row> {
  return {
    open(from) {
      const wanted = rows.filter(({ block }) => from === undefined || (block !== undefined && block <= from));
      let at = 0;
      return async () => {
        asked.push(`${from ?? 'newest'}+${at}`);
        const page = wanted.slice(at, at + inPage);
        at += inPage;
        return {
          rows: page,
          oldest: page.findLast(({ block }) => block !== undefined)?.block,
          isLast: at >= wanted.length,
        };
      };
    },
    hasWaiting: true,
  };
}

/** One entry for each hash, with its number of rows. */
function group(rows: Readonly<Record<string, readonly Row[]>>): (HistoryEntry & { rows: number })[] {
  const all = Object.values(rows).flat();
  return [...new Set(all.map(({ hash }) => hash))].map((hash) => {
    const own = all.filter((each) => each.hash === hash);
    return { hash, index: -1, block: own[0]?.block, rows: own.length };
  });
}

const cursors = historyCursors({ kinds: ['one'], lists: names, highest });

/** A page. Its place is written to a cursor and read again. */
async function page(
  lists: Readonly<Record<keyof Lists, HistoryList<Row>>>,
  limit: number,
  from?: string,
  options: { mostRounds?: number; mostRoundsOfBlock?: number; parallel?: number } = {},
) {
  const place = from === undefined ? undefined : (cursors.read(from) as HistoryPlace<keyof Lists>);
  const { shown, next, rows } = await readMerged<Lists, ReturnType<typeof group>[number]>({
    ...{ lists, group, limit, from: place, highest },
    ...options,
  });
  return { shown, ids: shown.map(({ hash }) => hash), next: next && cursors.write({ kind: 'one', ...next }), rows };
}

describe('readMerged', () => {
  it('shows every transaction once, whole and in order, however lists are cut and whatever transactions arrive', async () => {
    const heights = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 });
    const size = fc.integer({ min: 1, max: 7 });
    await fc.assert(
      fc.asyncProperty(heights, heights, size, size, size, async (sent, received, limit, inSent, inReceived) => {
        const rowsOf = (of: readonly number[]) =>
          of
            .map((height, i) => row(height, `${height}-${i % 3}`))
            .toSorted((a, b) => Number((b.block ?? 0n) - (a.block ?? 0n)));
        const all = { sent: rowsOf(sent), received: rowsOf(received) };
        const seen: { hash: string; block: bigint | undefined; rows: number }[] = [];
        let cursor: string | undefined;
        let newer: Row[] = [];
        do {
          const lists = {
            sent: list([...newer, ...all.sent], inSent),
            received: list([...newer, ...all.received], inReceived),
          };
          const { shown, next } = await page(lists, limit, cursor);
          expect(shown.length).toBeLessThanOrEqual(limit);
          seen.push(...shown);
          cursor = next;
          newer = [row(100 + seen.length), ...newer];
        } while (cursor !== undefined);
        const expected = group(all).toSorted(
          (a, b) => Number((b.block ?? 0n) - (a.block ?? 0n)) || (a.hash < b.hash ? -1 : 1),
        );
        expect(seen.map(({ hash, rows }) => [hash, rows])).toEqual(expected.map(({ hash, rows }) => [hash, rows]));
      }),
      { numRuns: turns(200) },
    );
  });

  it('reads on only the list that holds the others up', async () => {
    const asked = { sent: [] as string[], received: [] as string[] };
    const sent = Array.from({ length: 20 }, (_, i) => row(100 - i));
    const lists = { sent: list(sent, 5, asked.sent), received: list([row(10)], 5, asked.received) };
    const { ids } = await page(lists, 7);
    expect(ids).toEqual(sent.slice(0, 7).map(({ hash }) => hash));
    expect(asked).toEqual({ sent: ['newest+0', 'newest+5'], received: ['newest+0'] });
  });

  it('names lists that are at their end, and does not ask them again', async () => {
    const lists = { sent: [9, 8, 7, 6].map((height) => row(height)), received: [row(9, 'other')] };
    const first = await page({ sent: list(lists.sent, 10), received: list(lists.received, 10) }, 2);
    expect(JSON.parse(first.next ?? '')).toEqual({ k: 'one', h: '9', a: [-1, 'other'], e: [] });
    const second = await page({ sent: list(lists.sent, 10), received: list(lists.received, 10) }, 1, first.next);
    expect(JSON.parse(second.next ?? '')).toMatchObject({ h: '8', e: ['received'] });
    const asked: string[] = [];
    const third = await page({ sent: list(lists.sent, 10), received: list(lists.received, 10, asked) }, 5, second.next);
    expect([third.ids, third.next, asked]).toEqual([['h7', 'h6'], undefined, []]);
  });

  it('shows waiting transactions first, and leaves them out of later pages once they are mined', async () => {
    const waiting = [row(undefined, 'w1'), row(undefined, 'w2')];
    const mined = [row(5), row(4)];
    const first = await page({ sent: list([...waiting, ...mined], 10), received: list([], 1) }, 1);
    expect(first.ids).toEqual(['w1']);
    const later = [row(undefined, 'w2'), row(6, 'w1'), ...mined];
    const second = await page({ sent: list(later, 10), received: list([], 1) }, 10, first.next);
    expect([second.ids, second.next]).toEqual([['w2', 'h5', 'h4'], undefined]);
  });

  it('ends a page after some rounds, empty if nothing is complete, and goes on below', async () => {
    const sent = [9, 9, 9, 8].map((height, i) => row(height, `s${i}`));
    const lists = { sent: list(sent, 1), received: list([row(1)], 1) };
    const first = await page(lists, 5, undefined, { mostRounds: 2 });
    expect(first.ids).toEqual([]);
    const second = await page(lists, 5, first.next, { mostRounds: 2, mostRoundsOfBlock: 5 });
    expect(second.ids).toEqual(['s0', 's1', 's2', 's3', 'h1']);
    expect(second.shown.some(({ isCut }) => isCut)).toBe(false);
  });

  it('shows the transactions that it found of a block that is too large to read, and says that the block is cut', async () => {
    const sent = [9, 9, 9, 8].map((height, i) => row(height, `s${i}`));
    const lists = { sent: list(sent, 1), received: list([], 1) };
    const first = await page(lists, 5, undefined, { mostRounds: 1 });
    const second = await page(lists, 5, first.next, { mostRounds: 2 });
    expect(second.shown.map(({ hash, isCut }) => [hash, isCut])).toEqual([
      ['s0', true],
      ['s1', true],
    ]);
    expect((await page(lists, 5, second.next)).ids).toEqual(['s3']);
  });

  it('distrusts a whole page if it distrusts one row', async () => {
    const error = new Error('a row of another account');
    const foreign = { ...list([row(5), row(4)], 10), distrust: ({ hash }: Row) => (hash === 'h4' ? error : undefined) };
    await expect(page({ sent: foreign, received: list([], 1) }, 1)).rejects.toBe(error);
  });

  it('asks at most the allowed number of lists at a time', async () => {
    let open = 0;
    let most = 0;
    const slow = (): HistoryList<Row> => ({
      open: () => async () => {
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        return { rows: [], oldest: undefined, isLast: true };
      },
    });
    const lists = { sent: slow(), received: slow() };
    await page(lists, 5, undefined, { parallel: 1 });
    expect(most).toBe(1);
    await page(lists, 5);
    expect(most).toBe(2);
  });

  it('answers an empty page without lists', async () => {
    const options = { group, limit: 5, from: undefined, highest };
    expect(await readMerged<Record<string, Row>, HistoryEntry>({ lists: {}, ...options })).toEqual({
      shown: [],
      next: undefined,
      rows: [],
    });
  });
});

describe('a cursor', () => {
  const written = cursors.write({ kind: 'one', height: 7n, after: { index: 0.5, hash: 'x' }, ended: ['sent'] });

  it('reads back what was written', () => {
    expect(cursors.read(written)).toEqual({
      kind: 'one',
      height: 7n,
      after: { index: 0.5, hash: 'x' },
      ended: ['sent'],
    });
  });

  it.each([
    '',
    '{}',
    'null',
    written.replace('one', 'two'),
    written.replace('"7"', '"-7"'),
    written.replace('"7"', '"1000001"'),
    written.replace('sent', 'other'),
    written.replace('{', '{"key":"secret",'),
    written.slice(0, -1),
  ])('is none of ours: %j', (text) => {
    expect(cursors.read(text)).toBeUndefined();
  });
});
