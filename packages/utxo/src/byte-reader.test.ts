import { describe, expect, it } from 'vitest';
import { bytes } from '../test/fixtures.ts';
import { ByteReader, readWhole } from './byte-reader.ts';
import { compactSize, sized, sizedList, uint32, uint64 } from './byte-writer.ts';

// The bounds of each form (https://developer.bitcoin.org/reference/transactions.html#compactsize-unsigned-integers).
const sizes: [number, string][] = [
  [0, '00'],
  [0xfc, 'fc'],
  [0xfd, 'fdfd00'],
  [0xffff, 'fdffff'],
  [0x1_0000, 'fe00000100'],
  [0xffff_ffff, 'feffffffff'],
];

describe('a compact size', () => {
  it.each(sizes)('of %d is %s', (value, hex) => {
    expect(compactSize(value)).toEqual(bytes(hex));
    expect(readWhole(bytes(hex), (reader) => reader.size())).toBe(value);
  });

  it('of eight bytes is read as far as a number goes', () => {
    const read = (hex: string) => readWhole(bytes(hex), (reader) => reader.size());
    expect(read('ff0000000001000000')).toBe(2 ** 32);
    expect(read('ffffffffffffff1f00')).toBe(2 ** 53 - 1);
    expect(() => read('ff00000000000020')).toThrow(RangeError);
    expect(() => read('ff0000000000002000')).toThrow(RangeError);
  });

  it.each(['fdfc00', 'feffff0000', 'ffffffffff00000000', 'fd00', 'fe000001', ''])('is not %s', (hex) => {
    expect(() => readWhole(bytes(hex), (reader) => reader.size())).toThrow(RangeError);
  });

  it.each([-1, 0.5, 2 ** 32])('is not written of %d', (value) => expect(() => compactSize(value)).toThrow(RangeError));
});

describe('a reader', () => {
  it('reads what was written', () => {
    const written = [
      uint32(0xfffffffd),
      uint64(2n ** 64n - 1n),
      sized(bytes('aabb')),
      sizedList([bytes('01'), bytes('02')]),
    ];
    expect(Buffer.concat(written).toString('hex')).toBe('fdffffff' + 'ffffffffffffffff' + '02aabb' + '020102');
    const reader = new ByteReader(Uint8Array.from(Buffer.concat(written)));
    expect([reader.uint32(), reader.uint64(), reader.next, reader.left]).toEqual([0xfffffffd, 2n ** 64n - 1n, 2, 6]);
    expect([reader.sized(), reader.list(() => reader.uint8()), reader.next]).toEqual([
      bytes('aabb'),
      [1, 2],
      undefined,
    ]);
  });

  it('reads a view into a larger buffer', () => {
    const buffer = bytes('ffff0a000000ff');
    expect(readWhole(buffer.subarray(2, 6), (reader) => reader.uint32())).toBe(10);
    expect(new ByteReader(buffer.subarray(2, 6)).uint32(false)).toBe(0x0a000000);
  });

  it('does not go beyond the end, nor leave anything', () => {
    for (const read of ['uint32', 'uint64', 'sized'] as const) {
      expect(() => new ByteReader(bytes('03aabb'))[read]()).toThrow(RangeError);
    }
    expect(() => new ByteReader(bytes('')).uint8()).toThrow(RangeError);
    expect(() => new ByteReader(bytes('00')).take(2)).toThrow(RangeError);
    expect(() => readWhole(bytes('0102'), (reader) => reader.uint8())).toThrow(RangeError);
  });

  it('takes no memory for a number of items that was only announced', () => {
    expect(() => new ByteReader(bytes('feffffffff00')).list(() => 0)).toThrow(RangeError);
  });
});
