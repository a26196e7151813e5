import { describe, expect, it } from 'vitest';
import { parseTypeTag } from '../../test/sdk.ts';
import { isTooDeep, nodeTypeText, readStructTag, type TypeTag, typeText } from './type-tag.ts';

// Random types are compared with the SDK's in bytes/random.test.ts.

const zeros = `0x00${'cd'.repeat(31)}`;

const textOf = (text: string, spelling?: 'strict' | 'node') => {
  const tag = readStructTag(text, spelling);
  return tag && typeText(tag);
};

describe('a type of Move', () => {
  it.each([
    ['0x1::coin::Coin', '0x1::coin::Coin'],
    ['0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>', '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>'],
    ['0x1::a::B<u8,u64>', '0x1::a::B<u8, u64>'],
    ['0x1::a::B<u8,   u64>', '0x1::a::B<u8, u64>'],
    ['0x1::_a::_B9', '0x1::_a::_B9'],
    ['0x1::a::B<vector<vector<address>>>', '0x1::a::B<vector<vector<address>>>'],
    ['0x1::u8::u8', '0x1::u8::u8'],
    [`${zeros}::a::B`, `${zeros}::a::B`],
    [`${zeros.toUpperCase().replace('X', 'x')}::a::B`, `${zeros}::a::B`],
  ])('%s is read', (text, expected) => {
    expect(textOf(text)).toBe(expected);
    expect(parseTypeTag(text).toString().replace(/,\s*/g, ', ')).toBe(expected);
  });

  it.each([
    '',
    'u8',
    'vector<0x1::a::B>',
    '0x1',
    '0x1::a',
    '0x1::a::',
    '0x1::a::B ',
    ' 0x1::a::B',
    '0x1::a::B<>',
    '0x1::a::B<u8',
    '0x1::a::B<u8>>',
    '0x1::a::B<u8,>',
    '0x1::a::B<,u8>',
    '0x1::a::B<u8 u8>',
    '0x1::a::B<T0>',
    '0x1::a::B<&u8>',
    '0x1::a::B<vector>',
    '0x1::a::B<vector<>>',
    '0x1::a::B<vector<u8, u8>>',
    '0x1::a::B<u7>',
    '0x1::1a::B',
    '0x1::a::1B',
    '0x1::a-b::B',
    '0x1::ä::B',
    '1::a::B',
    '0x10::a::B',
    '0x::a::B',
    `0x${'1'.repeat(65)}::a::B`,
    `${'0x1::a::B'.padEnd(1_025, 'B')}`,
  ])('%s is none', (text) => {
    expect(readStructTag(text)).toBeUndefined();
  });

  it('nests eight levels deep, as the chain allows', () => {
    const nested = (levels: number) => `${'0x1::a::B<'.repeat(levels - 1)}0x1::a::B${'>'.repeat(levels - 1)}`;
    expect(textOf(nested(8))).toBe(nested(8));
    expect(readStructTag(nested(9))).toBeUndefined();
    expect(readStructTag(`0x1::a::B<${'vector<'.repeat(8)}u8${'>'.repeat(8)}>`)).toBeUndefined();
  });

  it('is too deep from the ninth level on', () => {
    const nested = (levels: number): TypeTag =>
      levels === 1 ? { kind: 'u8' } : { kind: 'vector', of: nested(levels - 1) };
    const around = (of: TypeTag): TypeTag => ({
      ...{ kind: 'struct', address: '0x1', module: 'a', name: 'B' },
      typeArguments: [{ kind: 'bool' }, of],
    });
    expect([nested(8), around(nested(7))].map((tag) => isTooDeep(tag))).toEqual([false, false]);
    expect([nested(9), around(nested(8))].map((tag) => isTooDeep(tag))).toEqual([true, true]);
  });

  it('of a node lacks leading zeros', () => {
    const text = `0x${'cd'.repeat(31)}::a::B<0x12::c::D, vector<0x1::e::F>>`;
    const tag = readStructTag(text, 'node');
    expect(tag && nodeTypeText(tag)).toBe(text);
    expect(tag && typeText(tag)).toBe(`${zeros}::a::B<0x${'12'.padStart(64, '0')}::c::D, vector<0x1::e::F>>`);
    // A client's type is not cut that short.
    expect(readStructTag('0x1::a::B<0x12::c::D>')).toBeUndefined();
  });
});
