import { expect, it } from 'vitest';
import { gaveAll } from './gave-all.ts';
import { type Leg, pair } from './parties.ts';

const isSigner = (address: string) => address.startsWith('signer');
const minted = (address: string, amount: bigint, token?: string): Leg => ({ way: 'in', address, amount, token });

it.each<[string, Leg[]]>([
  ['nothing moved', []],
  ['a signer paid', pair('signer', 'shop', 9n)],
  ['two signers paid', [...pair('signer 1', 'shop', 9n), ...pair('signer 2', 'shop', 1n)]],
  ['a signer paid through a contract', [...pair('signer', 'contract', 9n), ...pair('contract', 'shop', 9n)]],
  ['a contract kept a part', [...pair('signer', 'contract', 9n, 'GLD'), ...pair('contract', 'shop', 8n, 'GLD')]],
  ['a signer took what is its own', pair('vault', 'signer', 9n)],
  ['a signer swapped', [...pair('signer', 'pool', 9n), ...pair('pool', 'signer', 7n, 'GLD')]],
  ['something was burned', [{ way: 'out', address: 'signer', amount: 9n }]],
])('signers gave all: %s', (_, legs) => {
  expect(gaveAll(legs, isSigner)).toBe(true);
});

it.each<[string, Leg[]]>([
  ['a contract paid', pair('vault', 'shop', 9n)],
  ['a contract paid beside', [...pair('signer', 'shop', 9n), ...pair('vault', 'shop', 1n)]],
  ['a contract paid another asset', [...pair('signer', 'vault', 9n), ...pair('vault', 'shop', 9n, 'GLD')]],
  ['a signer paid another token', [...pair('signer', 'vault', 9n, 'OLD'), ...pair('vault', 'shop', 9n, 'GLD')]],
  ['new tokens', [minted('shop', 9n, 'GLD')]],
  ['a signer paid itself', [...pair('signer', 'signer', 9n), ...pair('vault', 'shop', 9n)]],
  ['one signer paid another', [...pair('signer 1', 'signer 2', 9n), ...pair('vault', 'shop', 9n)]],
  [
    'what a signer gave came back',
    [...pair('signer', 'vault', 9n), ...pair('vault', 'signer', 9n), ...pair('vault', 'shop', 9n)],
  ],
])('signers did not give all: %s', (_, legs) => {
  expect(gaveAll(legs, isSigner)).toBe(false);
});
