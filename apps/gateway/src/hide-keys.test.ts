import type { Code } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { hidePrivateKeys, secretAt } from './hide-keys.ts';

// BIP32, test vector 1, chain m.
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

// The first account of Hardhat and anvil: https://hardhat.org/hardhat-network/docs/reference#accounts
const evmKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
/** 88 digits of base58: as long as a signature of Solana is, and a private key in its wallets. */
const signature = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
// BIP39, a test vector.
const words = 'legal%20winner%20thank%20year%20wave%20sausage%20worth%20useful%20legal%20winner%20thank%20yellow';

it.each([
  ['an extended key', `/api/bitcoin/account/${xprv}/state`, '/api/bitcoin/account/(hidden)/state'],
  ['one of Litecoin', xprv.replace('xprv', 'Ltpv'), '(hidden)'],
  ['one in a descriptor', `/account/wpkh(${xprv}%2F0%2F*)/state`, '/account/(hidden)/state'],
  // https://en.bitcoin.it/wiki/Wallet_import_format
  [
    'a key in wallet import format',
    '/a/5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ/state',
    '/a/(hidden)/state',
  ],
  ['a compressed one', '/a/KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617', '/a/(hidden)'],
  ['a key of an EVM chain', `/api/sepolia/account/${evmKey}/state`, '/api/sepolia/account/(hidden)/state'],
  [
    'one without 0x',
    `/api/chains/base/account/${evmKey.slice(2)}/history`,
    '/api/chains/base/account/(hidden)/history',
  ],
  ['one in upper case', `/api/base/account/${evmKey.toUpperCase()}`, '/api/base/account/(hidden)'],
  ['one in a path that is none', `/api/base/acount/${evmKey}/state`, '/api/base/acount/(hidden)/state'],
  ['one in place of a chain', `/api/${evmKey}/validators`, '/api/(hidden)/validators'],
  ['one on a chain that is none', `/api/bse/transaction/${evmKey}`, '/api/bse/transaction/(hidden)'],
  [
    'seed and public key in hex',
    `/api/ton/account/${evmKey.slice(2).repeat(2)}/state`,
    '/api/ton/account/(hidden)/state',
  ],
  ['a key of Solana', `/api/solana/account/${signature}/state`, '/api/solana/account/(hidden)/state'],
  ['one of 87 digits', `/api/solana/account/${signature.slice(1)}/state`, '/api/solana/account/(hidden)/state'],
  ['a phrase', `/api/base/account/${words}/state`, '/api/base/account/(hidden)/state'],
  ['a phrase that was escaped twice', `/api/base/token/${encodeURIComponent(words)}`, '/api/base/token/(hidden)'],
  ['a phrase in parts', `/api/base/account/${words.replaceAll('%20', '/')}`, '(hidden)'],
])('hides %s', (_, text, expected) => {
  expect(hidePrivateKeys(text)).toBe(expected);
});

it.each<[Code, string, string]>([
  [
    'account.invalid',
    '/api/base/account/legal%20winner%20thank%20year%20wave/state',
    '/api/base/account/legal .../state',
  ],
  ['account.invalid', `/api/bitcoin/account/${xpub}/state`, '/api/bitcoin/account/xpub66.../state'],
  ['token.invalid', `/api/base/token/factory/${address}/x`, '/api/base/token/factor...'],
  ['key.wrong', `/api/base/account/${address}/state`, '/api/base/account/0xf39F.../state'],
  ['chain.unknown', `/api/bse/account/${address}/state`, '/api/bse/account/0xf39F.../state'],
  ['route.notFound', `/v1/base/accounts/${address}`, '/v1/base/accounts/0xf39F...'],
  // Too short to be a key, and useful to an operator.
  ['account.invalid', '/api/base/account/vitalik.eth/state', '/api/base/account/vitalik.eth/state'],
  // The id was found to be one.
  ['page.invalid', `/api/base/account/${address}/history`, `/api/base/account/${address}/history`],
  ['transaction.notFound', `/api/base/transaction/${evmKey}`, `/api/base/transaction/${evmKey}`],
  ['upstream.timeout', `/api/bitcoin/account/${xpub}/state`, `/api/bitcoin/account/${xpub}/state`],
])('shortens what is %s in %s', (code, text, expected) => {
  expect(hidePrivateKeys(text, code)).toBe(expected);
});

it('takes next to no time for any request', () => {
  // A pattern that looks back and forth would take minutes.
  for (const text of ['/account/'.repeat(100_000), `/account/${'a'.repeat(1_000_000)}`, '/account/0x'.repeat(90_000)]) {
    expect(hidePrivateKeys(text, 'account.invalid').length).toBeGreaterThan(0);
  }
});

it.each([
  `/api/bitcoin/account/${xpub}/state`,
  '/api/bitcoin/account/bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv/state',
  '/api/solana/account/kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU/state',
  `/api/solana/transaction/${signature}`,
  '/api/base/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/state',
  '/api/ethereum/transaction/0xfa8e64e1e5ab5b9f5a2cbd9bbd4d0cb9f2e3a5be8ac1d2dcf9e4a1aa3c1e0b11',
])('leaves %s alone', (text) => {
  expect(hidePrivateKeys(text)).toBe(text);
});

describe('32 or 64 bytes', () => {
  const hex = evmKey.slice(2);

  it('may be an id of a family that is not built: the form of its ids is not known', () => {
    expect(secretAt(evmKey, 'account', 'algorand', {})).toBeUndefined();
    expect(secretAt(evmKey, 'account', 'algorand')).toBe('a private key');
    expect(secretAt(signature, 'account', 'algorand', {})).toBe('a private key');
  });

  it.each([
    ['sepolia', 'transaction', evmKey],
    ['bitcoin', 'transaction', hex],
    ['bitcoin', 'validator', hex],
    ['solana', 'transaction', signature],
    ['solana', 'publicKey', hex],
    ['sepolia', 'publicKey', evmKey + hex],
    ['algorand', 'publicKey', hex],
    ['stellar', 'publicKey', hex],
    ['stellar', 'transaction', hex],
    ['aptos', 'account', evmKey],
    ['aptos', 'validator', evmKey],
    ['aptos', 'token', evmKey],
    ['starknet', 'token', evmKey],
    ['osmosis', 'token', `ibc/${hex.toUpperCase()}`],
    ['ton', 'account', `0:${hex}`],
  ] as const)('are an id on %s where %s belongs', (chainId, place, text) => {
    expect(secretAt(text, place, chainId)).toBeUndefined();
    expect(secretAt(text, place, undefined)).toBe('a private key');
    expect(secretAt(text, undefined, chainId)).toBe('a private key');
  });

  it.each([
    ['sepolia', 'account', hex],
    ['sepolia', 'publicKey', hex],
    ['sepolia', 'transaction', signature],
    ['solana', 'account', signature],
    ['solana', 'transaction', hex],
    ['solana', 'publicKey', hex.repeat(2)],
    ['aptos', 'account', hex.repeat(2)],
    ['stellar', 'account', hex],
    ['stellar', 'token', hex],
    ['nowhere', 'account', hex],
  ] as const)('are none on %s where %s belongs: %s', (chainId, place, text) => {
    expect(secretAt(text, place, chainId)).toBe('a private key');
  });
});
