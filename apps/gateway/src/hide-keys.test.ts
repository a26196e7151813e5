import { expect, it } from 'vitest';
import { hidePrivateKeys } from './hide-keys.ts';

// BIP32, test vector 1, chain m.
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

it.each([
  ['an extended key', `/api/bitcoin/account/${xprv}/state`, '/api/bitcoin/account/xprv.../state'],
  ['one of Litecoin', xprv.replace('xprv', 'Ltpv'), 'Ltpv...'],
  ['one in a descriptor', `/account/wpkh(${xprv}%2F0%2F*)/state`, '/account/wpkh(xprv...%2F0%2F*)/state'],
  // https://en.bitcoin.it/wiki/Wallet_import_format
  ['a key in wallet import format', '/a/5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ/state', '/a/(key)/state'],
  ['a compressed one', '/a/KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617', '/a/(key)'],
])('hides %s', (_, text, expected) => {
  expect(hidePrivateKeys(text)).toBe(expected);
});

it.each([
  `/api/bitcoin/account/${xpub}/state`,
  '/api/bitcoin/account/bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv/state',
  '/api/solana/account/kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU/state',
  '/api/solana/transaction/5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  '/api/ethereum/transaction/0xfa8e64e1e5ab5b9f5a2cbd9bbd4d0cb9f2e3a5be8ac1d2dcf9e4a1aa3c1e0b11',
])('leaves %s alone', (text) => {
  expect(hidePrivateKeys(text)).toBe(text);
});
