import * as ecc from '@bitcoinerlab/secp256k1';
import { BIP32Factory } from 'bip32';
import { initEccLib, networks, payments } from 'bitcoinjs-lib';
import { Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { accountsOf, utxoAccounts } from './accounts.ts';
import { prefixesOf, scriptOf } from './addresses.ts';

initEccLib(ecc);

const network = networks.testnet;
type Pay = (pubkey: Uint8Array) => payments.Payment;
const kinds: readonly (readonly [number, string, Pay])[] = [
  [84, 'p2wpkh', (pubkey) => payments.p2wpkh({ pubkey, network })],
  [86, 'p2tr', (pubkey) => payments.p2tr({ internalPubkey: pubkey.slice(1), network })],
  [49, 'p2sh-p2wpkh', (pubkey) => payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network })],
  [44, 'p2pkh', (pubkey) => payments.p2pkh({ pubkey, network })],
];

function derive(phrase: string) {
  const root = BIP32Factory(ecc).fromSeed(Buffer.from(Mnemonic.fromPhrase(phrase).computeSeed().slice(2), 'hex'));
  return kinds.map(([purpose, type, pay]) => {
    const path = `m/${purpose}'/1'/0'/0/0`;
    const { publicKey, privateKey = new Uint8Array() } = root.derivePath(path);
    return {
      index: 0,
      type,
      address: pay(publicKey).address,
      path,
      publicKey: Buffer.from(publicKey).toString('hex'),
      privateKey: `0x${Buffer.from(privateKey).toString('hex')}`,
    };
  });
}

it('lists the addresses and keys that follow from the mnemonic', () => {
  expect(utxoAccounts).toEqual(derive(mnemonic));
});

// BIP49's vector for the first receiving address of testnet. It checks the derivation above.
it('derives the address of the standard', () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  expect(derive(words)[2]).toMatchObject({
    address: '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
    privateKey: '0xc9bdb49cfbaedca21c4b1f3a7803c34636b1d7dc55a717132443fc3f4c5867e8',
    publicKey: '03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f',
  });
});

it('writes the same scripts as another network does', () => {
  const scripts = accountsOf(prefixesOf('litecoin')).map(({ address }) => scriptOf(address));
  expect(scripts).toEqual(utxoAccounts.map(({ address }) => scriptOf(address)));
  expect(accountsOf(prefixesOf('dogecoin')).map(({ type }) => type)).toEqual(['p2sh-p2wpkh', 'p2pkh']);
});
