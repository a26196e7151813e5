import { describe, expect, it } from 'vitest';
import { steady } from './schedule.ts';

describe('steady', () => {
  it('spaces requests evenly, the first at once', () => {
    const { dueAt } = steady(100, 1000);
    expect([0, 1, 2, 999].map(dueAt)).toEqual([0, 10, 20, 9990]);
  });

  it('counts the requests that are due', () => {
    const { dueBy } = steady(100, 1000);
    expect([-1, 0, 9.9, 10, 25, 9989, 9990].map(dueBy)).toEqual([0, 1, 1, 2, 3, 999, 1000]);
  });

  it('never counts more requests than there are', () => {
    expect(steady(100, 5).dueBy(60_000)).toBe(5);
  });

  it.each([3, 7, 300, 10_000])('counts a request at the moment when it is due, at %d per second', (rate) => {
    const { dueAt, dueBy } = steady(rate, 100_000);
    for (const index of [0, 1, 2, 10, 99, 1_234, 99_999]) expect(dueBy(dueAt(index))).toBe(index + 1);
  });
});
