import type { CompletedData } from '@isochain/core';
import { expect, it } from 'vitest';
import { walletCore } from './fixtures.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { itemsOfData, signedOfData } from './made.ts';

const facts = walletCore.find(({ name }) => name === 'implicit_aptos_sign_coin_transfer');

it('the known transaction is one of the main network', async () => {
  const { chainId, data, encoded } = knownTransaction;
  expect(chainId).toBe('aptos');
  expect(itemsOfData(data as unknown as CompletedData)).toEqual(encoded);
  const signed = await signedOfData(data as unknown as CompletedData, facts?.signature ?? '');
  expect(signed.hash).toBe('0x197d40ea12e2bfc65a0a913b9f4ca3b0b0208fe0c1514d3d55cef3d5bcf25211');
});

it('is refused on the test network', () => {
  const { data } = knownTransaction;
  expect(() => itemsOfData(data as unknown as CompletedData, 'aptos-testnet')).toThrow(
    expect.objectContaining({ code: 'data.altered' }),
  );
});
