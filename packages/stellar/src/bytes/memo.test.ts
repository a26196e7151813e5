import { describe, expect, it } from 'vitest';
import { dataOfMade, itemsOfData, madeOf } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';
import { readMemo, writeMemo } from './memo.ts';

const hex = 'a9f2662bca3d3a2aeafc7e9e27568e394ce8a8a940226aabc3a9bd78aba03fa2';
const base64 = Buffer.from(hex, 'hex').toString('base64');

describe('readMemo', () => {
  it('reads nothing where nothing is', () => {
    for (const text of [undefined, '', 'text:']) expect(readMemo(text)).toEqual({ type: 'none' });
    for (const type of ['text', 'id', 'hash', 'return'] as const)
      expect(readMemo(undefined, type)).toEqual({ type: 'none' });
  });

  it.each([
    ['digits', '123456'],
    ['a zero byte', 'a\0b'],
    ['a byte order mark', '\uFEFFa'],
    ['a byte order mark alone', '\uFEFF'],
    ['lines', 'a\r\nb'],
    ['spaces around it', ' a '],
    ['combining characters', 'e\u0301'],
    ['the same, composed', '\u00E9'],
    ['seven emoji, which have 28 bytes', '\u{1F600}'.repeat(7)],
    ['28 bytes', 'x'.repeat(28)],
    ['14 letters of two bytes', '\u00E9'.repeat(14)],
    ['a right-to-left mark', '\u202Ea'],
    ['an upper-case prefix', 'ID:5'],
    ['a prefix with a space', 'id :5'],
    ['an unknown prefix', 'memo:5'],
  ])('reads a text as it is: %s', (_, text) => {
    expect(readMemo(text)).toEqual({ type: 'text', value: text });
    expect(readMemo(`text:${text}`)).toEqual({ type: 'text', value: text });
    expect(writeMemo({ type: 'text', value: text })).toBe(text);
    // In the bytes it is the same.
    const made = madeOf('payment', { memo: { type: 'text', value: text } });
    const items = itemsOfData(dataOfMade(made));
    const bytes = Buffer.from(items[0]?.raw?.value ?? '', 'base64');
    const utf8 = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(utf8.length);
    expect(bytes.includes(Buffer.concat([Buffer.of(0, 0, 0, 1), length, utf8]))).toBe(true);
    expect(explain(namedChain('stellar'), items)).toMatchObject({ data: { memo: text }, errors: [] });
  });

  it.each([
    ['29 bytes', 'x'.repeat(29), { tooLong: 29 }],
    ['29 bytes with emoji', `${'\u{1F600}'.repeat(7)}x`, { tooLong: 29 }],
    ['15 letters of two bytes', '\u00E9'.repeat(15), { tooLong: 30 }],
    ['a family of 25 bytes twice', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(2), { tooLong: 50 }],
    ['29 bytes behind a prefix', `text:${'x'.repeat(29)}`, { tooLong: 29 }],
    ['half of an emoji', 'a\uD83D', { type: 'text', reason: 'it has half of a character' }],
    ['the other half', '\uDE00a', { type: 'text', reason: 'it has half of a character' }],
  ])('refuses %s as text', (_, text, fault) => {
    expect(readMemo(text)).toEqual({ fault });
  });

  it.each(['0', '1', '18446744073709551615'])('reads the id %s', (value) => {
    expect(readMemo(`id:${value}`)).toEqual({ type: 'id', value });
    expect(readMemo(value, 'id')).toEqual({ type: 'id', value });
    expect(writeMemo({ type: 'id', value })).toBe(`id:${value}`);
  });

  it.each([
    '',
    '007',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '0x1',
    '١',
    '18446744073709551616',
    '9'.repeat(10_000),
    'id:1',
    'x',
  ])('refuses the id %s', (value) => {
    expect(readMemo(`id:${value}`)).toMatchObject({ fault: { type: 'id' } });
  });

  it.each(['hash', 'return'] as const)('reads 32 bytes of type %s', (type) => {
    for (const text of [hex, hex.toUpperCase(), `0x${hex}`, base64, base64.replace('=', '')]) {
      expect(readMemo(`${type}:${text}`)).toEqual({ type, value: hex });
      expect(readMemo(text, type)).toEqual({ type, value: hex });
    }
    expect(writeMemo({ type, value: hex })).toBe(`${type}:${hex}`);
    for (const text of ['', hex.slice(2), `${hex}00`, `${hex} `, base64.slice(4), 'x', 'id:5', '0x'])
      expect(readMemo(`${type}:${text}`)).toMatchObject({ fault: { type } });
  });

  it('refuses a wish that contradicts the text', () => {
    expect(readMemo('id:5', 'text')).toMatchObject({ fault: { type: 'text' } });
    expect(readMemo('text:5', 'id')).toMatchObject({ fault: { type: 'id' } });
    expect(readMemo(`hash:${hex}`, 'return')).toMatchObject({ fault: { type: 'return' } });
    expect(readMemo('id:5', 'id')).toEqual({ type: 'id', value: '5' });
  });
});

describe('writeMemo', () => {
  it('puts a prefix in front of a text that begins with one', () => {
    for (const value of ['id:5', 'text:a', 'hash:', 'return:x', 'text:text:a']) {
      const text = writeMemo({ type: 'text', value });
      expect(text).toBe(`text:${value}`);
      expect(readMemo(text)).toEqual({ type: 'text', value });
    }
  });
});
