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
    ['hex and the word undefined', `${hex}undefined`],
    ['hex and the word null', `${hex}null`],
    ['base64', Buffer.from(signature).toString('base64')],
    ['base64 for URLs, not padded', Buffer.from(signature).toString('base64url')],
  ])('reads %s, and nothing else in it', (_, text) => {
    expect(spellings(text)).toEqual([signature]);
  });

  it('reads a v of one digit behind r and s', () => {
    expect(spellings(`${hex}1`)).toEqual([Uint8Array.from([...signature, 1])]);
    expect(spellings(`0x${hex}112`)).toEqual([Uint8Array.from([...signature, 1, 0x12])]);
  });

  it('leaves an odd number of digits alone where that is no v', () => {
    expect(spellings(`0x${hex.slice(1)}`)).not.toContainEqual(signature);
    expect(spellings('1'.repeat(127), [])).toEqual([]);
    expect(spellings('1'.repeat(161), [])).toEqual([]);
  });

  it('gives every reading of a short text, hex first, in the order of the spellings', () => {
    const text = 'abcd';
    const readings = [Uint8Array.of(0xab, 0xcd), fromBase64(text), fromBase58(text)];
    expect(spellings(text, [fromBase64, fromBase58])).toEqual(readings);
    expect(spellings(`0x${text}`, [fromBase64, fromBase58])).toEqual([Uint8Array.of(0xab, 0xcd)]);
  });

  it('gives no reading of other texts, and no bytes for none', () => {
    expect(spellings('not a signature!')).toEqual([]);
    expect(spellings('')).toEqual([new Uint8Array()]);
    expect(spellings('0x')).toEqual([new Uint8Array()]);
  });
});

describe('hexDigits', () => {
  it('gives digits alone', () => {
    expect(hexDigits('0xABc')).toBe('abc');
    expect(hexDigits('undefined')).toBe('');
    expect(hexDigits('0x0x')).toBeUndefined();
    expect(hexDigits('ab cd')).toBeUndefined();
  });
});
