import type { Account } from '../engine.ts';

/** An account of the stand-in. Its public key has 32 bytes, in hex without 0x; its private key is the ed25519 seed. */
export interface AptosAccount extends Account {
  readonly publicKey: string;
  /** How the authentication key, and so the address, follows from the public key: `sha3(key || 00)`, or `sha3(00 20 key || 02)` (AIP-55). */
  readonly scheme: 'ed25519' | 'single_key';
  /** Whether the chain has an Account resource for it. An account without one has sequence number 0, and its authentication key is its address (AIP-115). */
  readonly exists: boolean;
}

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  [
    '0xbfef909638ef90885158fdab9f56e216fd811fe25b32ead0bc2a272d66522bb0',
    '17853c4d87bcae6863047eb95cdef0afb1d41df112db042aa5323154d7accbc0',
    '0x5dcfb370a3bfe328b15971dad3d6db9722db3ac47ba2b19a2725d4bea7f529e2',
  ],
  [
    '0x6ff64c9cc58fdb2a2c25de852943dcbf92034dc7fe767f519fc1a3bbc490f392',
    '9dd9cbab221dd4da32c1332dee056e21898d7266c9f0abe6262de5156f2f8462',
    '0xb61262420b665581a7ad8b4259bcec956aeca7a436f4597f7489821038404978',
  ],
  [
    '0x304a67eeb921660bf6bfa53ce27d11c68bb872c98f95fb0c6d78193d80066dad',
    '9b25305ad7db01d51ac1f88654bd63148640d103180688062786489711d4b50c',
    '0xdc066e85c7bdd4f6cac41c4800b2e13330147d70aaa397622492eeff6a8f286a',
  ],
  [
    '0x62fb0a82f2328edcbadd72036e8f5bedf067e38143ca716e56d2f51c5b148d16',
    '1a3a3beff45cb8d021b69292be548e17a5cd4130dbc037227bfe5595ccc3ed3b',
    '0xf200ef98e598742b1bce6064f306fb526585046d9dc055a773c4ac6b9fb45baa',
  ],
  [
    '0x78c3e9512acf65381652a454af17cc13ec99d60b55dd63e277e97773b11909c8',
    '508108d9aa9274b1afb5027850e7cd2409c4e57b4ae82e557020d484842d409f',
    '0x0ca0b30d4c636300d7ac251145232047b200728b6b4ceec9c3decbb10f94e756',
  ],
] as const;

/**
 * The first five accounts of the usual test mnemonic (BIP-39) at Aptos' coin type 637 (SLIP-44), ed25519 keys by SLIP-0010, in the legacy scheme.
 * The last one is funded and has no Account resource.
 */
export const aptosAccounts: readonly AptosAccount[] = keys.map(([address, publicKey, privateKey], index) => ({
  index,
  address,
  path: `m/44'/637'/${index}'/0'/0'`,
  publicKey,
  privateKey,
  scheme: 'ed25519',
  exists: index < keys.length - 1,
}));

/** The account with index 5 of the same mnemonic. Its address follows by the SingleKey scheme. */
export const aptosSingleKeyAccount: AptosAccount = {
  index: 5,
  address: '0xee467ff57e188419c7bf0074c9165da698b0e46f7a06e725d4574eaae63bf7ec',
  path: "m/44'/637'/5'/0'/0'",
  publicKey: '7f88b3b329c1d7aaea87526099ddd08e9635ce723e52d1ad6b3bfe878896473a',
  privateKey: '0x3f246c718fa51468186337132ac6a8ba121b09be47727562bfbe6b25bb56a31d',
  scheme: 'single_key',
  exists: true,
};
