import { parseJson } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { sender } from '../../test/scripted-node.ts';
import { address, uint64, uint64OrNone } from './fields.ts';

const read = (text: string) => uint64.safeParse(parseJson(text)).data;

describe('a number of 64 bits', () => {
  it.each([
    ['0', 0n],
    ['1000', 1_000n],
    ['9007199254740991', 2n ** 53n - 1n],
    ['9007199254740993', 2n ** 53n + 1n],
    ['18446744073709551615', 2n ** 64n - 1n],
  ])('stays exact: %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(['18446744073709551616', '-1', '-9007199254740993', '1.5', '"5"', 'true', 'null', '[]', '{}', '1e400'])(
    'is not %s',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('may be left out where it is 0', () => {
    expect(uint64OrNone.parse(undefined)).toBe(0n);
    expect(uint64OrNone.parse(5)).toBe(5n);
    expect(uint64OrNone.safeParse(null).success).toBe(false);
  });
});

describe('an address', () => {
  it('has its checksum', () => {
    expect(address.parse(sender)).toBe(sender);
    for (const wrong of ['', sender.toLowerCase(), `${sender} `, `${sender.slice(0, -1)}A`, `A${sender.slice(1)}`, 5])
      expect(address.safeParse(wrong).success).toBe(false);
  });
});
