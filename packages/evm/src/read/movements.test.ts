import { expect, it } from 'vitest';
import { type Address, toChecksum } from '../address.ts';
import { legsOf } from './movements.ts';

const [nobody, bob, token] = ['00', 'b0', 'd0'].map((byte) => toChecksum(`0x${byte.repeat(20)}`)) as [
  Address,
  Address,
  Address,
];

it('nobody gave tokens that are new', () => {
  expect(legsOf([{ from: nobody, to: bob, amount: 5n, token }])).toEqual([
    { way: 'in', address: bob, amount: 5n, token },
  ]);
});

it('tokens and coins that are given away are gone, also to the zero address', () => {
  const gone = (of: Address | undefined) => [
    { way: 'out', address: bob, amount: 5n, token: of },
    { way: 'in', address: nobody, amount: 5n, token: of },
  ];
  expect(legsOf([{ from: bob, to: nobody, amount: 5n, token }])).toEqual(gone(token));
  expect(legsOf([{ from: bob, to: nobody, amount: 5n, token: undefined }])).toEqual(gone(undefined));
});
