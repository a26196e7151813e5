import { expect, it } from 'vitest';
import { createMemory } from './memory.ts';

it('remembers the last value until its time is over', () => {
  let time = 1_000;
  const memory = createMemory<string>(60, () => time);
  expect(memory.get()).toBeUndefined();
  memory.set('first');
  time += 59;
  expect(memory.get()).toBe('first');
  memory.set('second');
  time += 59;
  expect(memory.get()).toBe('second');
  time += 1;
  expect(memory.get()).toBeUndefined();
});
