import { describe, expect, it } from 'vitest';
import { inline, property, quote } from './literal.ts';

describe('inline', () => {
  it('writes a record on one line and leaves out undefined fields', () => {
    expect(
      inline({ id: 1, 'fee-class': 'op', sunset: undefined, rpc: [{ url: 'https://a.b', maxBatch: 3 }, null] }),
    ).toBe("{ id: 1, 'fee-class': 'op', rpc: [{ url: 'https://a.b', maxBatch: 3 }, null] }");
  });

  it('writes empty lists and records', () => {
    expect(inline([])).toBe('[]');
    expect(inline({ a: undefined })).toBe('{}');
  });
});

describe('quote', () => {
  it.each([
    ["it's", "'it\\'s'"],
    ['a "b"', '\'a "b"\''],
    ['a\\b', "'a\\\\b'"],
    ['a\nb', "'a\\nb'"],
    ['USD₮0', "'USD₮0'"],
  ])('%j', (text, literal) => {
    expect(quote(text)).toBe(literal);
  });
});

describe('property', () => {
  it('quotes a name only if it is no identifier', () => {
    expect([property('base'), property('base-sepolia'), property('1inch'), property('terra2')]).toEqual([
      'base',
      "'base-sepolia'",
      "'1inch'",
      'terra2',
    ]);
  });
});
