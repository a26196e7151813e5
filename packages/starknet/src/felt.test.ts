import fc from 'fast-check';
import { cairo, shortString as library, num } from 'starknet';
import { describe, expect, it } from 'vitest';
import { fieldPrime, fromU256, maxU128, parseFelt, shortString, toFelt, toPaddedFelt, toU256 } from './felt.ts';

describe('felts', () => {
  it('are below the prime that the documentation of Starknet names', () => {
    expect(fieldPrime).toBe(0x800000000000011000000000000000000000000000000000000000000000001n);
  });

  it('are written without leading zeros, as strict nodes want them', () => {
    // The pattern of starknet-specs, api/starknet_api_openrpc.json: FELT.
    const pattern = /^0x(0|[a-fA-F1-9]{1}[a-fA-F0-9]{0,62})$/;
    fc.assert(
      fc.property(fc.bigInt(0n, fieldPrime - 1n), (value) => {
        expect(toFelt(value)).toBe(num.toHex(value));
        expect(toFelt(value)).toMatch(pattern);
        expect(parseFelt(toFelt(value))).toBe(value);
        expect(toPaddedFelt(value)).toHaveLength(66);
        expect(parseFelt(toPaddedFelt(value))).toBe(value);
      }),
    );
    expect(toFelt(0n)).toBe('0x0');
  });

  it.each<[string, bigint]>([
    ['0x0', 0n],
    ['0x00', 0n],
    ['0X1F', 31n],
    ['0x1F', 31n],
    [`0x${(fieldPrime - 1n).toString(16)}`, fieldPrime - 1n],
  ])('reads %s', (text, value) => {
    expect(parseFelt(text)).toBe(value);
  });

  it.each([
    '',
    '0x',
    '1',
    'ff',
    '0xg',
    '-0x1',
    '0x-1',
    ' 0x1',
    '0x1 ',
    '0x1\n',
    '0x1n',
    '0x1.0',
    '0x1_0',
    `0x${fieldPrime.toString(16)}`,
    `0x${'f'.repeat(64)}`,
    `0x${'0'.repeat(65)}`,
    `0x${'0'.repeat(100_000)}`,
  ])('refuses %j', (text) => {
    expect(parseFelt(text)).toBeUndefined();
  });
});

describe('short strings', () => {
  it.each(['SN_MAIN', 'SN_SEPOLIA', 'STRK', 'a'])('%s', (text) => {
    expect(toFelt(shortString(text))).toBe(library.encodeShortString(text));
  });

  it('of the chains are their ids', () => {
    // docs.starknet.io, "Transactions": chain ids.
    expect(toFelt(shortString('SN_MAIN'))).toBe('0x534e5f4d41494e');
    expect(toFelt(shortString('SN_SEPOLIA'))).toBe('0x534e5f5345504f4c4941');
  });
});

describe('a u256', () => {
  it('has its low half first', () => {
    expect(toU256(1n)).toEqual([1n, 0n]);
    expect(toU256(2n ** 128n)).toEqual([0n, 1n]);
    expect(toU256(2n ** 256n - 1n)).toEqual([maxU128, maxU128]);
  });

  it('is that of starknet.js, for any amount', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (value) => {
        const { low, high } = cairo.uint256(value);
        expect(toU256(value)).toEqual([BigInt(low), BigInt(high)]);
        expect(fromU256(BigInt(low), BigInt(high))).toBe(value);
      }),
    );
  });

  it('has halves of 128 bits', () => {
    expect(fromU256(maxU128, maxU128)).toBe(2n ** 256n - 1n);
    expect(fromU256(maxU128 + 1n, 0n)).toBeUndefined();
    expect(fromU256(0n, maxU128 + 1n)).toBeUndefined();
  });
});
