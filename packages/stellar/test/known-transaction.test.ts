import type { CompletedData } from '@isochain/core';
import { expect, it } from 'vitest';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { itemsOfData, signedOfData } from './made.ts';

/** As it stands behind the transaction on the chain. */
const signature =
  'b4a680bc909906d508849df916c8e4223a6332b358164a87cd9f9794479ca6db656e622308cdd966329d94a4bbe9c35a634e710a560f5fbae99fdd6250f36805';

const { chainId, data, encoded } = knownTransaction;

it('the known transaction is one of the main network', async () => {
  expect(chainId).toBe('stellar');
  expect(itemsOfData(data as CompletedData)).toEqual(encoded);
  const signed = await signedOfData(data as CompletedData, signature);
  expect(signed.hash).toBe('a9f2662bca3d3a2aeafc7e9e27568e394ce8a8a940226aabc3a9bd78aba03fa2');
});

it('is refused on the test network', () => {
  expect(() => itemsOfData(data as CompletedData, 'stellar-testnet')).toThrow(
    expect.objectContaining({ code: 'data.altered' }),
  );
});
