import { getStarkKey, grindKey } from '@scure/starknet';
import { HDKey, mnemonicToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { starknetAccounts } from './accounts.ts';
import { padded, toFelt } from './vm/felt.ts';
import { accountAddress } from './world.ts';

/** As the wallet derives: the Ethereum key of the mnemonic is the seed of another tree. */
function derive(words: string, path: string) {
  const seed = mnemonicToAccount(words).getHdKey().privateKey;
  if (!seed) throw new Error('no Ethereum key');
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(path);
  if (!privateKey) throw new Error('no key');
  const key = `0x${grindKey(privateKey)}`;
  const publicKey = getStarkKey(key);
  return { privateKey: key, publicKey, address: padded(accountAddress('argent-0.4.0', toFelt(publicKey))) };
}

it('derives as the wallet does', () => {
  // An account that Argent's wallet made: starknet-innovation/krusty-kms, vectors of its derivation tests.
  const found = derive(
    'person hunt couch artefact try half produce fatal large raw prison electric',
    "m/44'/9004'/0'/0/0",
  );
  expect(toFelt(found.privateKey)).toBe(0x0072e62ef0a3dc57f2891f0f27bc60b6951854990968d07660c6f245f14de67cn);
  expect(toFelt(found.publicKey)).toBe(0x048495fca9753cb0f4035eb4d2e2c1a22cc6d36fe4b73e17d9d6848333ff03a9n);
  expect(found.address).toBe('0x06bb92ac7bd2ba6922e497f8b9ccf4357559e3f3896396d5834d8a0b1ce1fc0e');
});

it('has the accounts that follow from the mnemonic, and the last one is not deployed', () => {
  expect(starknetAccounts.map(({ isDeployed }) => isDeployed)).toEqual([true, true, true, true, false]);
  for (const { address, path, privateKey, publicKey, index } of starknetAccounts) {
    expect(path).toBe(`m/44'/9004'/0'/0/${index}`);
    expect({ address, privateKey, publicKey }).toEqual(derive(mnemonic, path));
  }
});
