import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, stripHexPrefix, toHex } from './hex.ts';

const anyBytes = fc.uint8Array({ maxLength: 200 });

describe('hex', () => {
  it('writes lower case, two digits a byte, without 0x', () => {
    expect(toHex(Uint8Array.of(0, 1, 15, 16, 171, 255))).toBe('00010f10abff');
    expect(toHex(new Uint8Array())).toBe('');
  });

  it.each(['00010f10abff', '0x00010f10abff', '0X00010F10ABFF', '00010F10aBfF'])('reads %s', (text) => {
    expect(fromHex(text)).toEqual(Uint8Array.of(0, 1, 15, 16, 171, 255));
  });

  it('reads an empty text as no bytes', () => {
    expect(fromHex('')).toEqual(new Uint8Array());
    expect(fromHex('0x')).toEqual(new Uint8Array());
  });

  it.each(['0', '0x0', 'abc', 'zz', '0x0x00', '00 11', ' 00', '-1', '0xgg', '00\n'])('refuses %j', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });

  it('reads back what it wrote', () => {
    fc.assert(fc.property(anyBytes, (bytes) => toHex(fromHex(toHex(bytes)) ?? new Uint8Array(1)) === toHex(bytes)));
  });

  it('reads and writes every byte like the JavaScript engine', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(toHex(bytes)).toBe(text);
    expect(fromHex(text)).toEqual(bytes);
    expect(fromHex(text.toUpperCase())).toEqual(bytes);
  });

  it('drops one prefix only', () => {
    expect(stripHexPrefix('0x0x12')).toBe('0x12');
    expect(stripHexPrefix('0X12')).toBe('12');
    expect(stripHexPrefix('12')).toBe('12');
  });
});
