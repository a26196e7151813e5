import { describe, expect, it } from 'vitest';
import { flatness } from './memory.ts';

const MB = 1e6;

/** A hundred looks after the first, at a heap that is collected every seventh time. */
const looks = (residentGrowthPerLook: number) =>
  Array.from({ length: 101 }, (_, i) => ({
    resident: 390 * MB + i * residentGrowthPerLook,
    heap: 40 * MB + (i % 7) * 10 * MB,
  }));

describe('flatness', () => {
  it('tells resident memory at the marks, and the low points of the heap before them', () => {
    const { at } = flatness(looks(MB));
    expect(at).toEqual([
      { percent: 10, resident: 400 * MB, heap: 40 * MB },
      { percent: 50, resident: 440 * MB, heap: 40 * MB },
      { percent: 100, resident: 490 * MB, heap: 40 * MB },
    ]);
  });

  it('looks at no more of the heap than the tenth before a mark', () => {
    const seen = looks(0).map((memory, i) => ({ ...memory, heap: i < 90 ? 10 * MB : 80 * MB }));
    expect(flatness(seen).at.map(({ heap }) => heap)).toEqual([10 * MB, 10 * MB, 80 * MB]);
  });

  it('is not given where memory grows', () => {
    expect(flatness(looks(MB))).toMatchObject({ growth: 490 / 400 - 1, isFlat: false });
    expect(flatness(looks(0.3 * MB)).isFlat).toBe(true);
    expect(flatness(looks(-MB)).isFlat).toBe(true);
  });
});
