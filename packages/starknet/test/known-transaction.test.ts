import type { CompletedData } from '@isochain/core';
import { expect, it } from 'vitest';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { itemsOfData, signedOfData } from './made.ts';

it('the known transaction encodes to what the chain found', () => {
  const { chainId, data, encoded } = knownTransaction;
  expect(chainId).toBe('starknet-sepolia');
  expect(itemsOfData(data as unknown as CompletedData, 'starknet-sepolia')).toEqual(encoded);
});

it('and on another chain it is another one, which the signature does not fit', async () => {
  const { data } = knownTransaction;
  // Its signature on Sepolia, r and s.
  const signature = [
    '06f677220236d32cc6db0409f4e664882c22a95e60d82f52947e85e56d30ccd4',
    '02a5b20632b2b32c8dadb247c5e3e2348bfc265e44c8ab7fae00e80d7bfaa4c8',
  ].join('');
  const signed = signedOfData(data as unknown as CompletedData, signature, 'starknet-sepolia');
  await expect(signed).resolves.toMatchObject({
    hash: '0x435f87f1eecd5968ba8190744fee1f3ef69f17471f8902ce1e7d444c4e0c8cb',
  });
  await expect(signedOfData(data as unknown as CompletedData, signature)).rejects.toMatchObject({
    code: 'signature.mismatch',
  });
});
