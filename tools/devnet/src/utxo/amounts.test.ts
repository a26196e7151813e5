import { expect, it } from 'vitest';
import { toCoins, toSmallestUnit } from './amounts.ts';

it.each([
  [0n, '0.00000000', 0],
  [1n, '0.00000001', 0.00000001],
  // Multiplication would give a wrong amount: 1.23456789 * 1e8 is 123456788.99999999.
  [123_456_789n, '1.23456789', 1.23456789],
  [1_000_000_000n, '10.00000000', 10],
  [999_999_999_999_999n, '9999999.99999999', 9999999.99999999],
])('writes %s as %s, and reads it back', (amount, text, number) => {
  expect(toCoins(amount)).toBe(text);
  expect(toSmallestUnit(number)).toBe(amount);
});
