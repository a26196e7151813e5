import { Account, Ed25519PrivateKey, Ed25519PublicKey } from '@aptos-labs/ts-sdk';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { aptosAccounts, aptosSingleKeyAccount } from './accounts.ts';
import { authenticationKey, pairedAsset, shortAddress, storeAddress, toAddress } from './address.ts';

it('lists the addresses and keys that follow from the mnemonic', () => {
  const derived = aptosAccounts.map(({ path }) => {
    const account = Account.fromDerivationPath({ mnemonic, path });
    return [account.accountAddress.toString(), account.publicKey.toString().slice(2)];
  });
  expect(aptosAccounts.map(({ address, publicKey }) => [address, publicKey])).toEqual(derived);
  for (const { privateKey, publicKey } of aptosAccounts) {
    expect(new Ed25519PrivateKey(privateKey, false).publicKey().toString()).toBe(`0x${publicKey}`);
  }
});

it('has an account of the SingleKey scheme, of the next key', () => {
  const { path, address, privateKey } = aptosSingleKeyAccount;
  const key = Ed25519PrivateKey.fromDerivationPath(path, mnemonic);
  expect(key.toHexString()).toBe(privateKey);
  expect(Account.fromPrivateKey({ privateKey: key, legacy: false }).accountAddress.toString()).toBe(address);
});

it('derives addresses as the chain does', () => {
  // Seed 07 in all bytes; both addresses were computed with @aptos-labs/ts-sdk 7.3.0.
  const key = new Ed25519PublicKey('0xea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c').toUint8Array();
  expect(authenticationKey(key, 'ed25519')).toBe('0xcc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad');
  expect(authenticationKey(key, 'single_key')).toBe(
    '0xbdf12ee5bd166e9f340da2dc557f67389bdaf5d31897791ef23b92e3248c4a19',
  );
  // Mainnet transaction 1642580695 (aptos-labs/aptos-docs, exchanges.mdx): the stores of APT of sender and recipient.
  const sender = toAddress('0xa746e980ae21949a4f084db7403430f00bce3c9a1da4101ffcf0bf45ebd35e7e');
  expect(shortAddress(storeAddress(sender, toAddress('0xa')))).toBe(
    '0x7ed92ce166e251fc133f6b4d46a6b41307962e3b6864c2231110b3808648188',
  );
  expect(storeAddress(toAddress('0x5'), toAddress('0xa'))).toBe(
    '0x8a4613c356c21a45045e06dcc404bfee363aabd65a774d4d43defd71289239b2',
  );
  // Computed with @aptos-labs/ts-sdk 7.3.0: createObjectAddress of 0xa and the coin type.
  expect(pairedAsset('0x1::aptos_coin::AptosCoin')).toBe(toAddress('0xa'));
});
