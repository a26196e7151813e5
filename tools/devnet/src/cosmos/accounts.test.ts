import * as ecc from '@bitcoinerlab/secp256k1';
import { fromBech32, toHex } from '@cosmjs/encoding';
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing';
import { BIP32Factory } from 'bip32';
import { computeAddress, Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { cosmosAccounts, cosmosAccountsOf } from './accounts.ts';

const root = BIP32Factory(ecc).fromSeed(Buffer.from(Mnemonic.fromPhrase(mnemonic).computeSeed().slice(2), 'hex'));

const indexes = Array.from({ length: 10 }, (_, index) => index);

function keysAt(path: string) {
  const { publicKey, privateKey = new Uint8Array() } = root.derivePath(path);
  return { path, publicKey: toHex(publicKey), privateKey: `0x${toHex(privateKey)}` };
}

it('lists the addresses that cosmjs derives from the mnemonic, and their keys', async () => {
  const { makeCosmoshubPath } = await import('@cosmjs/proto-signing');
  const hdPaths = indexes.map(makeCosmoshubPath);
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos', hdPaths });
  const derived = (await wallet.getAccounts()).map(({ address, pubkey }, index) => {
    const keys = keysAt(`m/44'/118'/0'/0/${index}`);
    expect(keys.publicKey).toBe(toHex(pubkey));
    return { index, address, ...keys };
  });
  expect(cosmosAccounts).toEqual(derived);
  expect(derived).toHaveLength(10);
});

it('lists the accounts of Ethermint chains, whose addresses have the bytes that ethers computes', () => {
  const found = cosmosAccountsOf('dym', 'ethermint');
  const derived = indexes.map((index) => ({ index, ...keysAt(`m/44'/60'/0'/0/${index}`) }));
  expect(found.map(({ address: _, ...rest }) => rest)).toEqual(derived);
  // Without the limit of 90 the library throws.
  const bytes = found.map(({ address }) => `0x${toHex(fromBech32(address, 90).data)}`);
  expect(bytes).toEqual(derived.map(({ publicKey }) => computeAddress(`0x${publicKey}`).toLowerCase()));
  expect(found.every(({ address }) => address.startsWith('dym1'))).toBe(true);
});
