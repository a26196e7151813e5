import { expect, it } from 'vitest';
import { chainIds } from './chain-ids.ts';
import { nearest } from './nearest.ts';

it.each([
  ['sepola', 'sepolia'],
  ['speolia', 'sepolia'],
  ['Base_Sepolia', 'base-sepolia'],
  ['bitcoin', 'bitcoin'],
  ['etherium', 'ethereum'],
  ['solna', 'solana'],
  // Nobody can tell.
  ['to', undefined],
  ['x', undefined],
  ['', undefined],
  ['mainnet', undefined],
])('%j is probably %j', (text, expected) => {
  expect(nearest(text, chainIds)).toBe(expected);
});

it.each([
  ['feerate', 'feeRate'],
  ['fee_rate', 'feeRate'],
  ['MAXFEEPERGAS', 'maxFeePerGas'],
  ['maxFeesPerGas', 'maxFeePerGas'],
  ['gas', 'gas'],
  ['gass', 'gas'],
  ['note', undefined],
])('of names in camel case %j is probably %j', (text, expected) => {
  expect(nearest(text, ['feeRate', 'maxFeePerGas', 'gas'])).toBe(expected);
});

it('suggests nothing if two names are equally near', () => {
  expect(nearest('cat', ['car', 'can'])).toBeUndefined();
});
