import { describe, expect, it } from 'vitest';
import { type HistoryCursor, readCursor, writeCursor } from './cursor.ts';

const after = { index: 4.5, hash: `0x${'ab'.repeat(32)}` };
const cursor: HistoryCursor = {
  kind: 'blockscout',
  height: 18_000_000n,
  after,
  waiting: undefined,
  ended: ['internals'],
};

describe('a cursor', () => {
  it('reads back what was written', () => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    const others = [
      { ...cursor, after: undefined },
      { ...cursor, after: undefined, waiting: { index: -1, hash: after.hash }, ended: [] },
    ];
    for (const other of others) expect(readCursor(writeCursor(other))).toEqual(other);
  });

  it.each([
    '',
    'x',
    '{}',
    '[]',
    'null',
    '12:3',
    writeCursor(cursor).replace('blockscout', 'other'),
    writeCursor(cursor).replace('18000000', '-1'),
    writeCursor(cursor).replace('18000000', '18000000000'),
    writeCursor(cursor).replace('internals', 'apikey'),
    writeCursor(cursor).replace('{', '{"apikey":"secret",'),
    writeCursor(cursor).slice(0, -2),
  ])('is none of ours: %j', (text) => {
    expect(readCursor(text)).toBeUndefined();
  });
});
