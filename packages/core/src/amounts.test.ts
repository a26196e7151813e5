import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ceilDiv, explainAmount, formatAmount, maxAmount, parseAmount } from './amounts.ts';

// 2^256 - 1, written out (the largest word of the EVM: Ethereum yellow paper, section 9.1).
const largest = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const oneMore = '115792089237316195423570985008687907853269984665640564039457584007913129639936';

const anyAmount = fc.bigInt({ min: 0n, max: maxAmount });

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    ['1', 1n],
    ['10', 10n],
    // The first whole number that a double cannot hold.
    ['9007199254740993', 9007199254740993n],
    ['1000000000000000000', 1000000000000000000n],
    [largest, 2n ** 256n - 1n],
  ])('reads %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    '',
    ' ',
    '00',
    '01',
    '-1',
    '+1',
    '-0',
    '1.0',
    '1.',
    '.1',
    '1,000',
    '1e18',
    '1E3',
    '0x10',
    '0X1',
    '0b1',
    '0o7',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    '1 000',
    '1_000',
    '1n',
    'NaN',
    'Infinity',
    'one',
    '١٢',
    '１２',
    '1\u0000',
    oneMore,
    '9'.repeat(79),
    '9'.repeat(100_000),
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('reads back every amount that it wrote', () => {
    fc.assert(fc.property(anyAmount, (amount) => parseAmount(amount.toString()) === amount));
  });

  it('never reads two different texts as the same amount', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 90 }), (text) => {
        const amount = parseAmount(text);
        return amount === undefined || amount.toString() === text;
      }),
    );
  });
});

describe('explainAmount', () => {
  it.each([
    ['', 'it is empty'],
    [' 1', 'it has spaces around it'],
    ['1\n', 'it has spaces around it'],
    ['0x1f', 'it is hexadecimal'],
    ['0X1F', 'it is hexadecimal'],
    ['-5', 'it has a sign'],
    ['+5', 'it has a sign'],
    ['1e18', 'it has an exponent'],
    ['1.5E+3', 'it has an exponent'],
    ['1.5', 'it has a fraction'],
    ['.5', 'it has a fraction'],
    ['1,5', 'it has a fraction'],
    ['007', 'it has leading zeros'],
    [oneMore, 'it is larger than 2^256-1'],
    ['9'.repeat(100_000), 'it is larger than 2^256-1'],
    ['12 000', 'it has other characters than digits'],
    ['ten', 'it has other characters than digits'],
  ])('says of %j: %s', (text, reason) => {
    expect(explainAmount(text)).toBe(reason);
  });
});

describe('formatAmount', () => {
  it.each([
    [1500000n, 6, '1.5'],
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1000000000000000000n, 18, '1'],
    [123456789012345678901n, 18, '123.456789012345678901'],
    [12345n, 0, '12345'],
    [100n, 2, '1'],
    [7n, 2, '0.07'],
    [-1500000n, 6, '-1.5'],
  ])('writes %d with %d decimals as %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text);
  });

  it('loses nothing: its digits give the same amount', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 255 }), (amount, decimals) => {
        const [whole = '', fraction = ''] = formatAmount(amount, decimals).split('.');
        return BigInt(whole + fraction.padEnd(decimals, '0')) === amount;
      }),
    );
  });

  it('writes neither needless zeros nor a bare point', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 30 }), (amount, decimals) =>
        /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(formatAmount(amount, decimals)),
      ),
    );
  });
});

describe('ceilDiv', () => {
  it.each([
    [0n, 3n, 0n],
    [1n, 3n, 1n],
    [3n, 3n, 1n],
    [4n, 3n, 2n],
    [10n ** 40n + 1n, 10n ** 20n, 10n ** 20n + 1n],
  ])('%d / %d is %d, rounded up', (a, b, quotient) => {
    expect(ceilDiv(a, b)).toBe(quotient);
  });

  it('is never too low, and too high by less than one', () => {
    fc.assert(
      fc.property(anyAmount, fc.bigInt({ min: 1n, max: maxAmount }), (a, b) => {
        const quotient = ceilDiv(a, b);
        return quotient * b >= a && (quotient - 1n) * b < a;
      }),
    );
  });
});
