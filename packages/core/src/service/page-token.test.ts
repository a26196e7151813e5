import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64Url } from '../bytes/base64.ts';
import { makePageToken, readPageToken } from './page-token.ts';

const scope = ['history', 'ethereum', '0xabc'];
const token = makePageToken(scope, '12345:7') as string;
const invalid = expect.objectContaining({ code: 'page.invalid' });

describe('a page token', () => {
  it('gives the cursor back', () => {
    expect(readPageToken(scope, token)).toBe('12345:7');
  });

  it('is fit for a URL', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is null at the end, and undefined for the first page', () => {
    expect(makePageToken(scope, undefined)).toBeNull();
    expect(readPageToken(scope, undefined)).toBeUndefined();
    expect(readPageToken(scope, '')).toBeUndefined();
  });

  it('gives any cursor back', () => {
    const anyCursor = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(anyCursor, fc.array(fc.string()), (cursor, of) => {
        expect(readPageToken(of, makePageToken(of, cursor) ?? '')).toBe(cursor);
      }),
    );
  });

  it.each([
    ['of another account', ['history', 'ethereum', '0xabd']],
    ['of another chain', ['history', 'base', '0xabc']],
    ['of another resource', ['tokens', 'ethereum', '0xabc']],
    ['of a scope that reads alike', ['history', 'ethereum,0xabc']],
    ['of a scope that reads alike, quoted', ['history","ethereum', '0xabc']],
  ])('%s is refused', (_, other) => {
    expect(() => readPageToken(other, token)).toThrowError(invalid);
  });

  it('has one spelling', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=';
    // One, two and three bytes after whole groups of three: 4, 2 and 0 bits of the last character are unused.
    for (const cursor of ['123', '1234', '12345']) {
      const made = makePageToken(scope, cursor) as string;
      const others = [...alphabet].map((last) => made.slice(0, -1) + last).filter((other) => other !== made);
      for (const other of [...others, `${made}=`, `${made}==`]) {
        expect(() => readPageToken(scope, other), other).toThrowError(invalid);
      }
    }
    // Page tokens do not use the alphabet of RFC 4648 section 4.
    const dashed = makePageToken(scope, '\u00ff\u00fb\u00bf~~~???>>>') as string;
    expect(dashed).toMatch(/[-_]/);
    expect(() => readPageToken(scope, dashed.replaceAll('-', '+').replaceAll('_', '/'))).toThrowError(invalid);
  });

  it('is refused if it was cut anywhere', () => {
    for (let length = 1; length < token.length; length++) {
      expect(() => readPageToken(scope, token.slice(0, length)), `${length} characters`).toThrowError(invalid);
    }
  });

  it('is refused if one bit was changed', () => {
    const bytes = fromBase64(token) as Uint8Array;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => readPageToken(scope, toBase64Url(changed)), `bit ${bit}`).toThrowError(invalid);
    }
  });

  it.each([
    ' ',
    '!',
    '0',
    'null',
    'undefined',
    'AAAAAA',
    'AAAAAAA',
    '../../etc/passwd',
    '{"cursor":1}',
    '%00',
    'ünïcödé',
    `${token}\n`,
    ` ${token}`,
  ])('%j is refused', (text) => {
    expect(() => readPageToken(scope, text)).toThrowError(invalid);
  });

  it('is refused if it is random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        expect(() => readPageToken(scope, toBase64Url(bytes))).toThrowError(invalid);
      }),
    );
  });

  it('is refused at once if it is very long', () => {
    for (const text of ['A', '=', '!', token]) {
      expect(() => readPageToken(scope, text.repeat(2 ** 20))).toThrowError(invalid);
    }
  });
});
