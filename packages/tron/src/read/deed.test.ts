import { expect, it } from 'vitest';
import { type Address, toBase58Address } from '../address/address.ts';
import { tokenLegs } from './deed.ts';

const [nobody, bob, contract] = ['00', 'b0', 'd0'].map((byte): Address => `41${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const [shownBob, token] = [toBase58Address(bob), toBase58Address(contract)];

it('nobody gave tokens that are new', () => {
  expect(tokenLegs([{ contract, from: nobody, to: bob, amount: 5n }], bob)).toEqual([
    { way: 'in', address: shownBob, amount: 5n, token },
  ]);
});

it('tokens that are given away are gone, also to the zero address', () => {
  expect(tokenLegs([{ contract, from: bob, to: nobody, amount: 5n }], bob)).toEqual([
    { way: 'out', address: shownBob, amount: 5n, token },
    { way: 'in', address: toBase58Address(nobody), amount: 5n, token },
  ]);
});
