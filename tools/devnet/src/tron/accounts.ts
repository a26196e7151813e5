import type { Account } from '../engine.ts';

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  [
    'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6',
    '030738c1aa72b07ff1a894198374a34c760913db0e6a5679d48477873b8f1fa865',
    '0x15f0bbb1774be40b7a8d7965d637f324bda2f711fc5726a3dcc19585c6950954',
  ],
  [
    'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C',
    '02c535cb0bdd16fa25620fd200879166cafbf31c269880fc033879ad2b280e8742',
    '0x9b6ac6a6faf1dc64240f654475a7e668141e4205262367feb7269ef332113929',
  ],
  [
    'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA',
    '03c86b9ec1fb63bd8dc2ce65c666f98ef986a9d1b476f8be37d334431c0be784fa',
    '0x0c88a7fee5bfbe5a354c225bfa8a9d09557466cdf56f887cc2d000e7354f9453',
  ],
  [
    'TEb822rMZ5QkYReuqdqK61zkheaan97PZZ',
    '02c00ff62384a665af8fdc920576f83aaf632a9ccebb4c0147d2040a88450525d9',
    '0x68c9a7dcaa4677fdeba9f72c8a1d86d0adf34932cdbdb52d90a2d01504d9d4be',
  ],
  [
    'TYc2iBENTQ7kwx5jbjW3JDqugR7kogQZn3',
    '03032757f83a0ed9d0ee1c23370693512ee9da286da7228881e65f9d1ba6639744',
    '0xa01527c0c2d83e71c8827f2f0ee5c1a6f715a0c9bace1c3da50c6690a4e69fe7',
  ],
] as const;

/** The first five accounts of the usual test mnemonic (BIP-39) at Tron's coin type 195 (SLIP-44). Public keys are compressed, without 0x. */
export const tronAccounts: readonly Account[] = keys.map(([address, publicKey, privateKey], index) => ({
  index,
  address,
  path: `m/44'/195'/0'/0/${index}`,
  publicKey,
  privateKey,
}));
