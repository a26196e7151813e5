import { describe, expect, it } from 'vitest';
import { bytesOf, compareBytes, concatBytes, equalBytes } from './byte-arrays.ts';

const of = (...bytes: number[]) => Uint8Array.from(bytes);

describe('bytes', () => {
  it('are joined in their order', () => {
    expect(concatBytes(of(1, 2), of(), of(3))).toEqual(of(1, 2, 3));
    expect(concatBytes()).toEqual(of());
  });

  it('are ordered like texts', () => {
    const ordered = [of(), of(0), of(0, 0), of(0, 1), of(1), of(1, 0), of(0xff)];
    expect(ordered.toReversed().toSorted(compareBytes)).toEqual(ordered);
    for (const one of ordered) {
      expect(compareBytes(one, one.slice())).toBe(0);
      for (const other of ordered) expect(equalBytes(one, other)).toBe(one === other);
    }
  });

  it('are read from hex, or undefined', () => {
    expect(bytesOf('00fF')).toEqual(of(0, 255));
    expect(bytesOf('0g')).toEqual(of());
  });
});
