import type { SharedForm } from '@isochain/core';
import { toBase58 } from '@isochain/core/bytes';

/** A well-known private key or recovery phrase, in a spelling that people paste. */
export interface KnownSecret {
  readonly name: string;
  readonly text: string;
  /** Set if public ids of some families have the same form: there nobody can tell the two apart. */
  readonly form?: SharedForm;
}

// The first account of Hardhat and anvil: https://hardhat.org/hardhat-network/docs/reference#accounts
const hex = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
// BIP39, a test vector.
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
// BIP32, test vector 1, chain m.
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

const bytes = Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + 11) % 256);

export const knownSecrets: readonly KnownSecret[] = [
  { name: 'a phrase', text: words },
  { name: 'a phrase in upper case', text: words.toUpperCase() },
  { name: 'a phrase with plus signs', text: words.replaceAll(' ', '+') },
  { name: 'a phrase with commas', text: words.replaceAll(' ', ',') },
  { name: 'a phrase with dashes', text: words.replaceAll(' ', '-') },
  { name: 'a phrase with slashes', text: words.replaceAll(' ', '/') },
  { name: 'a phrase of 24 words', text: `${words} ${words}` },
  { name: '32 bytes in hex', text: hex, form: 'bytes32' },
  { name: '32 bytes in hex with 0x', text: `0x${hex}`, form: 'bytes32' },
  { name: '32 bytes in hex in upper case', text: hex.toUpperCase(), form: 'bytes32' },
  { name: '64 bytes in hex', text: hex.repeat(2), form: 'bytes64' },
  // https://en.bitcoin.it/wiki/Wallet_import_format
  { name: 'a key in wallet import format', text: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ' },
  { name: 'a compressed one', text: 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617' },
  { name: 'an extended key', text: xprv },
  // SLIP-132.
  {
    name: 'an extended key with another prefix',
    text: 'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
  },
  { name: 'a descriptor', text: `wpkh([deadbeef/84h/0h/0h]${xprv}/<0;1>/*)` },
  { name: '64 bytes in base58', text: toBase58(bytes), form: 'base58of64' },
  // The secret keys that algosdk and @ton/crypto give have this form.
  { name: '64 bytes in base64', text: Buffer.from(bytes).toString('base64'), form: 'base64of64' },
  { name: 'a list of 64 bytes', text: JSON.stringify([...bytes]) },
  // SEP-23: the seed 00 01 .. 1f.
  { name: 'a seed of Stellar', text: 'SAAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6NKI' },
  // AIP-80.
  { name: 'a key of Aptos', text: `ed25519-priv-0x${hex}` },
];
