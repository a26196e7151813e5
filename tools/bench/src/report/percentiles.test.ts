import { describe, expect, it } from 'vitest';
import { median, percentile } from './percentiles.ts';

describe('percentile', () => {
  const oneToHundred = Array.from({ length: 100 }, (_, i) => 100 - i);

  it.each([
    [0.01, 1],
    [0.5, 50],
    [0.99, 99],
    [0.991, 100],
    [1, 100],
  ])('takes the value of the nearest rank: %d', (share, expected) => {
    expect(percentile(oneToHundred, share)).toBe(expected);
  });

  it('is the value itself if there is only one', () => {
    expect(percentile([7], 0.01)).toBe(7);
  });

  it('leaves out exactly ten of a thousand values at 0.99', () => {
    const tenSlow = [...Array.from({ length: 990 }, () => 1), ...Array.from({ length: 10 }, () => 600)];
    expect(percentile(tenSlow, 0.99)).toBe(1);
    expect(percentile([...tenSlow, 600], 0.99)).toBe(600);
  });

  it('compares numbers, not texts', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it('leaves the values as they were', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('refuses an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });
});
