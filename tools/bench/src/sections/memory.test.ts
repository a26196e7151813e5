import { describe, expect, it } from 'vitest';
import { flatness } from './memory.ts';

const MB = 1e6;

/** 101 samples of memory. The garbage collector empties the heap every seventh time. */
const looks = (residentGrowthPerLook: number) =>
  Array.from({ length: 101 }, (_, i) => ({
    resident: 390 * MB + i * residentGrowthPerLook,
    heap: 40 * MB + (i % 7) * 10 * MB,
  }));

describe('flatness', () => {
  it('shows resident memory at the marks, and the low points of the heap before them', () => {
    const { at } = flatness(looks(MB));
    expect(at).toEqual([
      { percent: 10, resident: 400 * MB, heap: 40 * MB },
      { percent: 50, resident: 440 * MB, heap: 40 * MB },
      { percent: 100, resident: 490 * MB, heap: 40 * MB },
    ]);
  });

  it('takes the low point of the heap from the last tenth before a mark', () => {
    const seen = looks(0).map((memory, i) => ({ ...memory, heap: i < 90 ? 10 * MB : 80 * MB }));
    expect(flatness(seen).at.map(({ heap }) => heap)).toEqual([10 * MB, 10 * MB, 80 * MB]);
  });

  it('is false if memory grows', () => {
    expect(flatness(looks(MB))).toMatchObject({ growth: 490 / 400 - 1, isFlat: false });
    expect(flatness(looks(0.3 * MB)).isFlat).toBe(true);
    expect(flatness(looks(-MB)).isFlat).toBe(true);
  });
});
