import { chainIds } from '@isochain/core';
import { expect, it } from 'vitest';
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

it('suggests nothing if two names are equally near', () => {
  expect(nearest('cat', ['car', 'can'])).toBeUndefined();
});
