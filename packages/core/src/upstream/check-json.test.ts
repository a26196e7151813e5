import { describe, expect, it } from 'vitest';
import { checkJson } from './check-json.ts';
import { parseJson } from './json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('checkJson', () => {
  it.each([
    ['lists', nested(64), nested(65)],
    ['objects', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`, `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['many lists', `[${Array.from({ length: 9 }, () => nested(63)).join()}]`, `[[],${nested(64)}]`],
    ['what never ends', '['.repeat(64), '['.repeat(1_000_000)],
  ])('lets %s be nested 64 times, and no more', (_, allowed, refused) => {
    expect(checkJson(allowed)).toBe(false);
    expect(() => checkJson(refused)).toThrow(SyntaxError);
    expect(() => parseJson(refused)).toThrow('nested too deeply');
  });

  it.each([
    ['brackets', '['.repeat(1000)],
    ['digits', '7'.repeat(1000)],
    ['escaped quotes', '\\"['.repeat(1000)],
    ['backslashes', '\\\\'.repeat(1000)],
    ['nothing', ''],
  ])('does not look into strings: %s', (_, inside) => {
    const text = `{"${inside}":["${inside}","${inside}"]}`;
    expect(checkJson(text)).toBe(false);
    expect(Object.keys(parseJson(text) as object)).toEqual([JSON.parse(`"${inside}"`)]);
  });

  it('continues after a string that ends in backslashes', () => {
    expect(() => checkJson(`["\\\\",${nested(64)}]`)).toThrow(SyntaxError);
    expect(checkJson(`["\\"",${nested(63)}]`)).toBe(false);
  });

  it('says whether numbers may lose digits', () => {
    expect(checkJson('[123456789012345, 1.5, 1e9, -7]')).toBe(false);
    expect(checkJson('[1234567890123456]')).toBe(true);
  });

  it('lets numbers have 100 digits, and no more', () => {
    expect(parseJson(`[${'7'.repeat(100)}]`)).toEqual([BigInt('7'.repeat(100))]);
    for (const number of ['7'.repeat(101), `0.${'7'.repeat(100)}`, `-${'7'.repeat(101)}`, `7e${'7'.repeat(100)}`]) {
      expect(() => parseJson(`[${number}]`), number).toThrow('too many digits');
    }
  });

  it('allows as many long numbers as a large page of accounts has', () => {
    const list = (count: number) => `[${Array.from({ length: count }, () => '18446744073709551615').join()}]`;
    expect(checkJson(list(100_000))).toBe(true);
    expect(() => checkJson(list(100_001))).toThrow('too many long numbers');
  });
});
