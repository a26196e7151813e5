import { describe, expect, it } from 'vitest';
import { type HistoryCursor, readCursor, writeCursor } from './cursor.ts';

const place = { block: 18_000_000n, index: 4, hash: `0x${'ab'.repeat(32)}` };
const cursor: HistoryCursor = {
  kind: 'blockscout',
  starts: { transactions: 'newest', transfers: { block_number: 5, index: 7, items_count: 50 }, internals: 'end' },
  place,
};

describe('a cursor', () => {
  it('reads as it was written', () => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    const waiting = { ...cursor, place: { ...place, block: undefined } };
    expect(readCursor(writeCursor(waiting))).toEqual(waiting);
  });

  it.each([
    '',
    'x',
    '{}',
    '[]',
    'null',
    writeCursor(cursor).replace('blockscout', 'other'),
    writeCursor(cursor).slice(0, -2),
  ])('is none of ours: %j', (text) => {
    expect(readCursor(text)).toBeUndefined();
  });

  it.each(['action', 'address', 'apikey', 'key', 'type', 'chainid', 'Block'])('cannot say %s', (name) => {
    const text = writeCursor(cursor).replace('block_number', name);
    expect(readCursor(text)).toBeUndefined();
  });
});
