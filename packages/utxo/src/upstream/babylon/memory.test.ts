import { expect, it } from 'vitest';
import { createMemory } from './memory.ts';

it('remembers values and their absence for the given time, and drops the oldest of too many', () => {
  let time = 0;
  const memory = createMemory<string>({ most: 2, somethingMs: 100, nothingMs: 10 }, () => time);
  memory.set('a', 'A');
  memory.set('none', undefined);
  expect([memory.get('a')?.value, memory.get('none'), memory.get('b')]).toMatchObject([
    'A',
    { value: undefined },
    undefined,
  ]);
  time = 10;
  expect([memory.get('a')?.value, memory.get('none')]).toEqual(['A', undefined]);
  memory.set('a', 'A');
  memory.set('b', 'B');
  memory.set('c', 'C');
  expect(['a', 'none', 'b', 'c'].map((key) => memory.get(key)?.value)).toEqual([undefined, undefined, 'B', 'C']);
  time = 110;
  expect(memory.get('c')).toBeUndefined();
});
