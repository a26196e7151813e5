import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { fromBase58, toBase58 } from './base58.ts';

const samples = [
  [],
  [0],
  [0, 0, 0],
  [0, 0, 1],
  [1, 0, 0],
  [57],
  [58],
  [255],
  [255, 255],
  ...Array.from({ length: 200 }, (_, i) => Array.from({ length: 1 + (i % 90) }, (_, k) => (i * 37 + k * k * 11) & 255)),
].map((bytes) => Uint8Array.from(bytes));

describe('base58', () => {
  it('is written as kit writes it, and read back', () => {
    for (const bytes of samples) {
      const text = toBase58(bytes);
      expect(text).toBe(getBase58Decoder().decode(bytes));
      if (bytes.length === 0) continue;
      expect(fromBase58(text)).toEqual(bytes);
      expect(fromBase58(text)).toEqual(new Uint8Array(getBase58Encoder().encode(text)));
    }
  });

  // draft-msporny-base58, section 5, test vectors.
  it.each([
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
    [
      '54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f672e',
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    ['0000287fb4cd', '11233QC4'],
  ])('of %s is %s', (hex, text) => {
    expect(toBase58(Uint8Array.from(Buffer.from(hex, 'hex')))).toBe(text);
    expect(Buffer.from(fromBase58(text) ?? []).toString('hex')).toBe(hex);
  });

  it.each(['', '0', 'O', 'I', 'l', 'a b', 'é', '😀', '1'.repeat(1701)])('is not %j', (text) => {
    expect(fromBase58(text)).toBeUndefined();
  });
});
