import { AccountAddress } from '@aptos-labs/ts-sdk';
import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOfNode, checkAddress, isSpecial, readAddress, standardForm } from './address.ts';

const long = (hex: string): `0x${string}` => `0x${hex.padStart(64, '0')}`;

describe('addresses of clients', () => {
  it.each([
    ['64 digits', `0x${'ab'.repeat(32)}`, 'ab'.repeat(32)],
    ['64 digits without 0x', 'ab'.repeat(32), 'ab'.repeat(32)],
    ['upper case', `0x${'AB'.repeat(32)}`, 'ab'.repeat(32)],
    ['upper case with 0X', `0X${'AB'.repeat(32)}`, 'ab'.repeat(32)],
    ['63 digits', `0x${'b'.repeat(63)}`, 'b'.repeat(63)],
    // A delegation pool of the main network, as nodes write it (fixtures/mined.json).
    [
      '62 digits',
      '0x1232f58b963938486a11f88c1c36d61d82738b1828625a95a1e85b4c8d1282',
      '001232f58b963938486a11f88c1c36d61d82738b1828625a95a1e85b4c8d1282',
    ],
    ['60 digits', `0x${'b'.repeat(60)}`, 'b'.repeat(60)],
    ['60 digits without 0x', 'b'.repeat(60), 'b'.repeat(60)],
    ['a special one', '0xa', 'a'],
    ['the lowest', '0x0', '0'],
    ['the highest special one', '0xF', 'f'],
    ['a special one with all zeros', long('a'), 'a'],
    ['one above the special ones with all zeros', long('10'), '10'],
  ])('may have %s', (_, text, hex) => {
    expect(checkAddress(text)).toEqual({ ok: true, canonical: long(hex), value: long(hex) });
  });

  it.each([
    ['nothing', ''],
    ['0x alone', '0x'],
    ['59 digits', `0x${'b'.repeat(59)}`],
    ['65 digits', `0x${'b'.repeat(65)}`],
    ['a short one that is not special', '0x10'],
    ['a special one with a few zeros', '0x0a'],
    ['a digit without 0x', 'a'],
    ['a key', 'b'.repeat(66)],
    ['spaces', ` 0x${'ab'.repeat(32)}`],
    ['a line end', `0x${'ab'.repeat(32)}\n`],
    ['another letter', `0x${'ab'.repeat(31)}ag`],
    ['two prefixes', `0x0x${'ab'.repeat(31)}`],
    ['AIP-80', `ed25519-pub-0x${'ab'.repeat(32)}`],
  ])('may not have %s', (_, text) => {
    expect(checkAddress(text)).toEqual({
      ok: false,
      reason: expect.stringMatching(/^it (?:is not hexadecimal|has \d+ digits)/),
    });
    expect(readAddress(text)).toBeUndefined();
  });

  it('are read as by the SDK', () => {
    const text = fc
      .tuple(fc.constantFrom('0x', ''), fc.stringMatching(/^(?:0{0,60})[0-9a-fA-F]{0,66}$/))
      .map(([prefix, digits]) => prefix + digits);
    const anything = fc.oneof(text, fc.stringMatching(/^0x[0-9a-f]{57,66}$/), fc.stringMatching(/^0x0{0,64}[0-9a-f]$/));
    let taken = 0;
    fc.assert(
      fc.property(anything, (each) => {
        const sdk = () => AccountAddress.fromString(each).toStringLong();
        const read = readAddress(each);
        if (read === undefined) {
          // We refuse a special address without 0x or with some of its zeros: it may be a number, or a cut address.
          const digits = each.replace('0x', '');
          if (digits.length < 60 && !/^0*[0-9a-f]$/i.test(digits)) expect(sdk).toThrow();
          else expect(each).not.toMatch(/^0x[0-9a-f]$|^(?:0x)?[0-9a-f]{60,64}$/i);
          return;
        }
        taken += 1;
        expect(read).toBe(sdk());
        expect(standardForm(read)).toBe(AccountAddress.fromString(each).toString());
        expect(isSpecial(read)).toBe(AccountAddress.fromString(each).isSpecial());
      }),
      { numRuns: turns(1_000) },
    );
    // An ordinary run comes to 20, with a deviation of 4 (20 seeds).
    expect(taken).toBeGreaterThan(turns(150, 2));
  });
});

describe('addresses of nodes', () => {
  it.each([
    ['0x1', '1'],
    ['0x10', '10'],
    [
      '0x095cdd904dc1d91736019a3fe149488072f87690a210b3b35f87ea0f6898ac15',
      '095cdd904dc1d91736019a3fe149488072f87690a210b3b35f87ea0f6898ac15',
    ],
    [
      '0x95cdd904dc1d91736019a3fe149488072f87690a210b3b35f87ea0f6898ac15',
      '095cdd904dc1d91736019a3fe149488072f87690a210b3b35f87ea0f6898ac15',
    ],
  ])('lack leading zeros: %s', (text, hex) => {
    expect(addressOfNode(text)).toBe(long(hex));
  });

  it.each(['', '0x', '1', 'x', `0x${'1'.repeat(65)}`, '0x1 '])('are not %s', (text) => {
    expect(addressOfNode(text)).toBeUndefined();
  });
});

it('the standard form of special addresses has one digit (AIP-40)', () => {
  expect(standardForm(long('0'))).toBe('0x0');
  expect(standardForm(long('f'))).toBe('0xf');
  expect(standardForm(long('10'))).toBe(long('10'));
});
