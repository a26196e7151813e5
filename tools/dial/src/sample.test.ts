import { describe, expect, it } from 'vitest';
import { sampleOf, sampleSize } from './sample.ts';

const numbers = Array.from({ length: 200 }, (_, i) => i);

describe('a sample', () => {
  it('is a tenth, but no less than 25', () => {
    expect([10, 25, 100, 1_000, 2_001].map(sampleSize)).toEqual([10, 25, 25, 100, 201]);
  });

  it('has one of each kind, however few are asked for', () => {
    for (const seed of [1, 2, 3]) {
      const kinds = sampleOf(numbers, (number) => number % 40, 5, seed).map((number) => number % 40);
      expect(kinds.toSorted((a, b) => a - b)).toEqual(numbers.slice(0, 40));
    }
  });

  it('is filled up to its size, in the order of the items, each once', () => {
    const sample = sampleOf(numbers, (number) => number % 3, 30, 1);
    expect(sample).toHaveLength(30);
    expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => a - b));
  });

  it('is the same for a seed, and another for another', () => {
    const draw = (seed: number) => sampleOf(numbers, () => 'one kind', 20, seed);
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  it('has its turn for every item over some seeds', () => {
    const seen = new Set(numbers.flatMap((seed) => sampleOf(numbers, () => 'one kind', 20, seed)));
    expect(seen.size).toBe(numbers.length);
  });

  it('is everything where there is little', () => {
    expect(sampleOf([3, 1, 2], () => 0, 25, 1)).toEqual([3, 1, 2]);
  });
});
