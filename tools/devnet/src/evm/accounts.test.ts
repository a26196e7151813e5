import { HDNodeWallet, Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { accounts } from './accounts.ts';

it('lists the addresses and keys that ethers derives from the mnemonic', () => {
  const seed = Mnemonic.fromPhrase(mnemonic);
  const derived = accounts.map(({ path }, index) => {
    const { address, privateKey } = HDNodeWallet.fromMnemonic(seed, path);
    return { index, address, path, privateKey };
  });
  expect(accounts).toEqual(derived);
  expect(accounts).toHaveLength(10);
});
