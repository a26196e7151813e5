import { describe, expect, it } from 'vitest';
import { fromBase58 } from '../bytes/base58.ts';
import { fromBase64 } from '../bytes/base64.ts';
import { hexDigits, spellings } from './spellings.ts';

const bytes = Uint8Array.from({ length: 65 }, (_, i) => (i * 37 + 11) % 256);
const signature = bytes.subarray(0, 64);
const hex = Buffer.from(signature).toString('hex');

describe('spellings', () => {
  it.each([
    ['hex', hex],
    ['hex with 0x', `0x${hex}`],
    ['hex in capitals', `0X${hex.toUpperCase()}`],
    ['base64', Buffer.from(signature).toString('base64')],
    ['base64 for URLs, not padded', Buffer.from(signature).toString('base64url')],
  ])('reads %s, and nothing else in it', (_, text) => {
    expect(spellings(text)).toEqual([signature]);
  });

  it('reads a v of one digit, or a word in its place, if that is allowed', () => {
    const hasV = true;
    expect(spellings(`${hex}1`, { hasV })).toEqual([Uint8Array.from([...signature, 1])]);
    expect(spellings(`0x${hex}112`, { hasV })).toEqual([Uint8Array.from([...signature, 1, 0x12])]);
    expect(spellings(`${hex}undefined`, { hasV })).toEqual([signature]);
    expect(spellings(`${hex}null`, { hasV })).toEqual([signature]);
  });

  it.each(['1', '112', 'undefined', 'null', '1undefined'])('does not drop "%s" at the end otherwise', (end) => {
    expect(spellings(`${hex}${end}`, { decoders: [] })).toEqual([]);
    expect(spellings(`0x${hex}${end}`, { decoders: [] })).toEqual([]);
    // One digit is cut off. Reading it with one byte less would give another signature.
    expect(spellings(`${hex}01`.slice(0, -1), { decoders: [] })).toEqual([]);
  });

  it('leaves an odd number of digits alone if there is no v', () => {
    expect(spellings(`0x${hex.slice(1)}`, { hasV: true })).not.toContainEqual(signature);
    expect(spellings('1'.repeat(127), { decoders: [], hasV: true })).toEqual([]);
    expect(spellings('1'.repeat(161), { decoders: [], hasV: true })).toEqual([]);
  });

  it('gives every reading of a short text, hex first, in the order of the spellings', () => {
    const text = 'abcd';
    const readings = [Uint8Array.of(0xab, 0xcd), fromBase64(text), fromBase58(text)];
    expect(spellings(text, { decoders: [fromBase64, fromBase58] })).toEqual(readings);
    expect(spellings(`0x${text}`, { decoders: [fromBase64, fromBase58] })).toEqual([Uint8Array.of(0xab, 0xcd)]);
  });

  it('gives no reading of other texts, and no bytes for an empty text', () => {
    expect(spellings('not a signature!')).toEqual([]);
    expect(spellings('')).toEqual([new Uint8Array()]);
    expect(spellings('0x')).toEqual([new Uint8Array()]);
  });
});

describe('hexDigits', () => {
  it('gives only digits', () => {
    expect(hexDigits('0xABc')).toBe('abc');
    expect(hexDigits('undefined')).toBe('');
    expect(hexDigits('0x0x')).toBeUndefined();
    expect(hexDigits('ab cd')).toBeUndefined();
  });
});
