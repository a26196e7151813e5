import { describe, expect, it } from 'vitest';
import { describeRefusal, mostTelling } from './failures.ts';

const of = (code: number, data?: unknown, message = 'An unexpected error occurred') =>
  describeRefusal({ code, message, ...(data === undefined ? {} : { data }) });

describe('a refusal', () => {
  it('that nobody knows says nothing about the transaction', () => {
    for (const code of [63, -32603, 0, 1, 429, 4711]) expect(of(code, 'something broke')).toBeUndefined();
  });

  it.each([
    ['decimals', 'Account nonce: 12; got: 3.', 12n],
    ['hex', 'Account nonce: 0xc; got: 0x3.', 12n],
    ['a range', 'Expected: 0xc <= nonce <= 0xd4, got: 0x3.', 12n],
    ['one that is expected', 'Expected: nonce = 0, got: 0x1.', 0n],
    ['that of an account that stands', 'Account is already deployed (nonce=0x1).', 1n],
    ['more digits than a nonce has', `Account nonce: ${'9'.repeat(500)}`, BigInt('9'.repeat(77))],
    ['nothing', 'Account nonce: none', undefined],
  ])('tells the next nonce in %s', (_, data, next) => {
    expect(of(52, data)).toMatchObject({ means: 'nonce', next });
  });

  it('tells the lowest price in decimals and hex', () => {
    expect(of(63, 'Transaction L2 gas price 7 is below the required threshold 24000000000.')?.minimum).toBe(
      24_000_000_000n,
    );
    expect(of(65, 'Max gas price is too low: 0x1, minimum required gas price: 0x1dcd65000.')?.minimum).toBe(
      8_000_000_000n,
    );
    expect(of(53)?.minimum).toBeUndefined();
  });

  it('is read from data in objects, too', () => {
    const data = { execution_error: { error: 'Invalid transaction nonce. Account nonce: 7; got: 5.' } };
    expect(of(63, data)).toMatchObject({ means: 'nonce', next: 7n });
  });

  it('with a long text is read at its beginning', () => {
    expect(of(63, `${'x'.repeat(100_000)} Mempool is full`)).toBeUndefined();
    expect(of(63, `Mempool is full ${'x'.repeat(100_000)}`)).toMatchObject({ means: 'broadcast.congested' });
  });

  it('with other data is read by its code', () => {
    for (const data of [null, 7, [], {}, { error: 7 }]) expect(of(54, data)?.means).toBe('broadcast.insufficientFunds');
  });
});

describe('the most telling refusal', () => {
  it('is the one that stays so at every node', () => {
    const all = [of(63, 'Mempool is full'), of(58), of(53), of(54), of(64)].flatMap((each) => each ?? []);
    expect(all).toHaveLength(5);
    const order = ['replacementFeeTooLow', 'insufficientFunds', 'feeTooLow', 'refused', 'congested'];
    for (let left = all; left.length > 0; ) {
      const first = mostTelling(left);
      expect(first?.means).toBe(`broadcast.${order[5 - left.length]}`);
      left = left.filter((each) => each !== first);
    }
  });

  it('is none of those that have to be looked at on their own', () => {
    expect(mostTelling([of(52), of(59), of(61)].flatMap((each) => each ?? []))).toBeUndefined();
  });
});
