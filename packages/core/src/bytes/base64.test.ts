import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64, toBase64Url } from './base64.ts';
import { toHex } from './hex.ts';

const anyBytes = fc.uint8Array({ maxLength: 200 });
const ascii = (text: string) => new TextEncoder().encode(text);

describe('base64', () => {
  // RFC 4648, section 10.
  const vectors = [
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ] as const;

  it.each(vectors)('reads %j from %s, padded or not', (text, encoded) => {
    expect(fromBase64(encoded)).toEqual(ascii(text));
    expect(fromBase64(encoded.replace(/=/g, ''))).toEqual(ascii(text));
  });

  it.each(vectors)('writes %j as %s', (text, encoded) => {
    expect(toBase64(ascii(text))).toBe(encoded);
  });

  it.each(vectors)('writes %j without padding', (text, encoded) => {
    expect(toBase64Url(ascii(text))).toBe(encoded.replace(/=/g, ''));
  });

  it('reads both alphabets and writes the one for URLs (RFC 4648, sections 4 and 5)', () => {
    const bytes = Uint8Array.of(0xfb, 0xff, 0xfe);
    expect(fromBase64('+//+')).toEqual(bytes);
    expect(fromBase64('-__-')).toEqual(bytes);
    expect(toBase64Url(bytes)).toBe('-__-');
    expect(toBase64(bytes)).toBe('+//+');
  });

  it.each(['A', 'Zg=a', 'Z!', 'Zm 9v', 'Zm9v\n', 'Zm9vY', 'Zmé=', '=Zm9', 'Zg==='.repeat(2)])('refuses %j', (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => toHex(fromBase64(toBase64Url(bytes)) ?? new Uint8Array(1)) === toHex(bytes)),
    );
  });

  it('reads a megabyte of padding at once', () => {
    expect(fromBase64(`${'='.repeat(2 ** 20)}!`)).toBeUndefined();
  });
});
