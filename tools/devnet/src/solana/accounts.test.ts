import { createHmac } from 'node:crypto';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import { Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { solanaAccounts } from './accounts.ts';

/** SLIP-10 for ed25519: hardened children only. */
function derive(seed: Uint8Array, path: string): Buffer {
  const indexes = path
    .split('/')
    .slice(1)
    .map((part) => Number(part.replace("'", '')) + 0x8000_0000);
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  for (const index of indexes) {
    const data = Buffer.alloc(37);
    node.copy(data, 1, 0, 32);
    data.writeUInt32BE(index, 33);
    node = createHmac('sha512', node.subarray(32)).update(data).digest();
  }
  return node.subarray(0, 32);
}

// SLIP-0010, test vector 1 for ed25519.
it.each([
  ['m', '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  ["m/0'", '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  ["m/0'/1'/2'/2'/1000000000'", '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
])('derives %s as the standard says', (path, expected) => {
  const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
  expect(derive(seed, path).toString('hex')).toBe(expected);
});

it('lists the addresses and keys that follow from the mnemonic', async () => {
  const seed = Buffer.from(Mnemonic.fromPhrase(mnemonic).computeSeed().slice(2), 'hex');
  const derived = await Promise.all(
    [0, 1, 2, 3, 4].map(async (index) => {
      const path = `m/44'/501'/${index}'/0'`;
      const key = derive(seed, path);
      const { address } = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(key));
      return { index, address, path, privateKey: `0x${key.toString('hex')}` };
    }),
  );
  expect(solanaAccounts).toEqual(derived);
});
