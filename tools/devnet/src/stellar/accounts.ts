import type { Account } from '../engine.ts';

/** An account of the stand-in. Its public key has 32 bytes, in hex without 0x; its private key is the ed25519 seed. */
export interface StellarAccount extends Account {
  readonly publicKey: string;
  /** Whether it exists at the start. */
  readonly exists: boolean;
}

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  [
    'GCRN5PMAG5FM5QLCH7BUZPRQ7UIW37LBZLF2BIDEOSG4ZQ6HYRC45ALA',
    'a2debd80374acec1623fc34cbe30fd116dfd61cacba0a064748dccc3c7c445ce',
    '0xb3da84b5313925e6bdb25dbdac84a6fc423887b3b5f56128452c672b21d3a4d0',
  ],
  [
    'GBK4HMMPZU3HGEUR6IT3ZWRRHBD6P4OISMUGFVLF5G2B6H4XRPWPD7WP',
    '55c3b18fcd36731291f227bcda313847e7f1c8932862d565e9b41f1f978becf1',
    '0xe882f4ce7f21432394d6457cf2ffbbced53fdb7c84623a9f4a9b9c4b7c50dba9',
  ],
  [
    'GD6PR2VF32CN23PN7DUTF3WMABFC22JTB3B5T5HVYMZIQBSHEJ33HQOI',
    'fcf8eaa5de84dd6dedf8e932eecc004a2d69330ec3d9f4f5c3328806472277b3',
    '0x36eb246bd14050618e153a49716c3021b4af419960026ff95c6949233063f780',
  ],
  [
    'GCQWQ3NXYJKWJC45QUDXNUCTCNP3LFNNAEJS6ROLFNJRMRA5H2P6CCIP',
    'a1686db7c255648b9d850776d053135fb595ad01132f45cb2b5316441d3e9fe1',
    '0x1ff71852ba8d580be7ad1201acc80b4495776b28f7521c2fcf57ccdf8ad39c55',
  ],
  [
    'GDC7WLKNMCDN3W672M2VHP5JX6QE4NFWRUWKGDIUDFJNR6YIO5YR6APT',
    'c5fb2d4d6086dddbdfd33553bfa9bfa04e34b68d2ca30d141952d8fb0877711f',
    '0x86febed22a96a0e0fa661e7e5676d6ef26027fa6f554537bb77495ccae07aa46',
  ],
  [
    'GAZYCTQ6A6RHL24E6UXIGSVSRWRXOJCWWVPJNDZFX2ECFJT3WQJGDPBP',
    '33814e1e07a275eb84f52e834ab28da3772456b55e968f25be8822a67bb41261',
    '0xf20c46d1b0fb6d1d53fc53a30b75381a260245e7f3706f149f8e7077556f52fa',
  ],
  [
    'GBII6MKB7G3EZIIGRPAS7L7FC6SOIRDGRDGEAWPRGCJCZ2UZXCVHBGCT',
    '508f3141f9b64ca1068bc12fafe517a4e4446688cc4059f130922cea99b8aa70',
    '0x43c823fb33463e29643e4ed1828455c286794b5c1ccb3040805a7d0ce92e0638',
  ],
] as const;

const absent = 4;

const all: readonly StellarAccount[] = keys.map(([address, publicKey, privateKey], index) => ({
  index,
  address,
  path: `m/44'/148'/${index}'`,
  publicKey,
  privateKey,
  exists: index !== absent,
}));

/** The first five accounts of the usual test mnemonic by SEP-5: ed25519 keys by SLIP-0010. The last one does not exist at the start. */
export const stellarAccounts: readonly StellarAccount[] = all.slice(0, absent + 1);

/** The accounts with index 5 and 6: the issuer of the demo token, and one that must approve holders (AUTH_REQUIRED). */
export const stellarIssuers: readonly StellarAccount[] = all.slice(absent + 1);
