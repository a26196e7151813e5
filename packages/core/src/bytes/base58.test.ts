import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { fromBase58, fromBase58Check, toBase58, toBase58Check } from './base58.ts';

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

describe('base58', () => {
  it.each([
    // draft-msporny-base58, section 5.
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
    [
      '54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f672e',
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    ['0000287fb4cd', '11233QC4'],
    // Bitcoin Core, src/test/data/base58_encode_decode.json.
    ['61', '2g'],
    ['626262', 'a3gV'],
    ['516b6fcd0f', 'ABnLTmg'],
    ['00000000000000000000', '1111111111'],
  ])('of %s is %s', (hex, text) => {
    expect(toBase58(bytesOf(hex))).toBe(text);
    expect(fromBase58(text)).toEqual(bytesOf(hex));
  });

  it('reads back what it wrote, for any length and any zeros in front', () => {
    for (let i = 0; i < 300; i++) {
      const bytes = Uint8Array.from({ length: 1 + (i % 90) }, (_, k) => (k < i % 4 ? 0 : (i * 37 + k * k * 11) & 255));
      expect(fromBase58(toBase58(bytes))).toEqual(bytes);
    }
    expect(toBase58(new Uint8Array())).toBe('');
  });

  it('agrees with bs58 for every length', () => {
    for (let length = 0; length <= 200; length++) {
      for (const first of [0, 1, 0x3f, 0xff]) {
        const bytes = Uint8Array.from({ length }, (_, k) =>
          k === 0 ? first : (length * 91 + k * k * 57 + first) & 255,
        );
        const text = bs58.encode(bytes);
        expect(toBase58(bytes)).toBe(text);
        if (length > 0) expect(fromBase58(text)).toEqual(bytes);
      }
    }
  });

  it('agrees with bs58 at the edges of the numbers inside its arithmetic', () => {
    for (const power of [8n, 16n, 24n, 48n, 256n, 512n]) {
      for (const add of [-1n, 0n, 1n]) {
        const hex = (2n ** power + add).toString(16);
        const bytes = bytesOf(hex.padStart(hex.length + (hex.length % 2), '0'));
        expect(toBase58(bytes)).toBe(bs58.encode(bytes));
        expect(fromBase58(bs58.encode(bytes))).toEqual(bytes);
      }
    }
    for (let power = 1; power <= 90; power++) {
      for (const text of [`2${'1'.repeat(power)}`, 'z'.repeat(power)]) {
        expect(fromBase58(text)).toEqual(bs58.decode(text));
        expect(toBase58(bs58.decode(text))).toBe(text);
      }
    }
  });

  it.each(['', '0', 'O', 'I', 'l', 'a b', ' 2g', 'é', '😀', '1'.repeat(1701)])('is not %j', (text) => {
    expect(fromBase58(text)).toBeUndefined();
  });
});

describe('Base58Check', () => {
  it('reads and writes the address of the first block', () => {
    const read = fromBase58Check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(read).toEqual({ payload: bytesOf('0062e907b15cbf27d5425399ebf6f0fb50ebb88f18'), isIntact: true });
    expect(toBase58Check(read?.payload ?? new Uint8Array())).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  });

  it('tells a wrong checksum from text that is no base58', () => {
    expect(fromBase58Check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')?.isIntact).toBe(false);
    for (const text of ['', '1', '1111', '0OIl', 'z'.repeat(121)]) expect(fromBase58Check(text)).toBeUndefined();
  });
});
