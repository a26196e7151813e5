import { TronWeb } from 'tronweb';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { tronAccounts } from './accounts.ts';

it('has the accounts that tronweb derives from the mnemonic', () => {
  expect(tronAccounts).toHaveLength(5);
  for (const { address, path, privateKey, publicKey } of tronAccounts) {
    const derived = TronWeb.fromMnemonic(mnemonic, path);
    // Uncompressed: 04, x, y. The compressed form has x and the parity of y.
    const [x, y] = [derived.publicKey.slice(4, 68), derived.publicKey.slice(68)];
    const parity = BigInt(`0x${y}`) % 2n === 0n ? '02' : '03';
    expect([address, privateKey, publicKey]).toEqual([derived.address, derived.privateKey, parity + x]);
  }
});
