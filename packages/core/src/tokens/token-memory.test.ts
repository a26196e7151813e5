import { expect, it } from 'vitest';
import { createTokenMemory } from './token-memory.ts';

const facts = (name: string) => ({ name, decimals: 6 });

it('remembers a token for ten minutes', () => {
  let now = 1_000_000;
  const memory = createTokenMemory<ReturnType<typeof facts>>(() => now);
  memory.set('a', facts('A'));
  now += 10 * 60 * 1000 - 1;
  expect(memory.get('a')).toEqual(facts('A'));
  expect(memory.get('b')).toBeUndefined();
  now += 1;
  expect(memory.get('a')).toBeUndefined();
});

it('holds ten thousand tokens, and forgets the oldest first', () => {
  const memory = createTokenMemory<ReturnType<typeof facts>>(() => 0);
  for (let i = 0; i < 10_000; i++) memory.set(String(i), facts('A'));
  memory.set('0', facts('B'));
  memory.set('one more', facts('C'));
  expect(memory.get('1')).toBeUndefined();
  expect(memory.get('0')).toEqual(facts('B'));
  expect(memory.get('2')).toEqual(facts('A'));
  expect(memory.get('one more')).toEqual(facts('C'));
});
