import { expect, it } from 'vitest';
import { checkAddress } from '../address/address.ts';
import { chains } from '../chains.ts';
import { tonstakers, tonstakersMinter } from './known-pools.ts';

it.each([tonstakers, tonstakersMinter])('%s has a right checksum, and is its own canonical form', (address) => {
  expect(checkAddress(chains.ton, address)).toMatchObject({ ok: true, canonical: address });
});
