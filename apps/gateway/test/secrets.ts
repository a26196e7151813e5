import { toBase58 } from '@isochain/core/bytes';

/** Well-known private keys and recovery phrases, in the spellings that people paste. */
export interface KnownSecret {
  readonly name: string;
  readonly text: string;
  /** Chains and places where an id has the same form. There nobody can tell the two apart. */
  readonly isId?: (chainId: string, place: string) => boolean;
}

// The first account of Hardhat and anvil: https://hardhat.org/hardhat-network/docs/reference#accounts
const hex = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
// BIP39, a test vector.
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
// BIP32, test vector 1, chain m.
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

const bytes = Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + 11) % 256);

const isHash = (chainId: string, place: string) =>
  (place === 'txId' && ['sepolia', 'bitcoin', 'ton'].includes(chainId)) ||
  (['tokenId', 'accountId'].includes(place) && chainId === 'ton') ||
  (place === 'publicKey' && ['solana', 'ton'].includes(chainId));

export const knownSecrets: readonly KnownSecret[] = [
  { name: 'a phrase', text: words },
  { name: 'a phrase in upper case', text: words.toUpperCase() },
  { name: 'a phrase with plus signs', text: words.replaceAll(' ', '+') },
  { name: 'a phrase with commas', text: words.replaceAll(' ', ',') },
  { name: 'a phrase with dashes', text: words.replaceAll(' ', '-') },
  { name: 'a phrase with slashes', text: words.replaceAll(' ', '/') },
  { name: 'a phrase of 24 words', text: `${words} ${words}` },
  { name: '32 bytes in hex', text: hex, isId: isHash },
  { name: '32 bytes in hex with 0x', text: `0x${hex}`, isId: isHash },
  { name: '32 bytes in hex in upper case', text: hex.toUpperCase(), isId: isHash },
  { name: '64 bytes in hex', text: hex.repeat(2), isId: (_, place) => place === 'publicKey' },
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
  {
    name: '64 bytes in base58',
    text: toBase58(bytes),
    isId: (chainId, place) => chainId === 'solana' && place === 'txId',
  },
  { name: 'a list of 64 bytes', text: JSON.stringify([...bytes]) },
  // SEP-23: the seed 00 01 .. 1f.
  { name: 'a seed of Stellar', text: 'SAAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6NKI' },
];

/** Only the letters and digits of a text, without escapes. A reader could put them together again. */
function bare(text: string): string {
  let plain = text;
  for (let i = 0; i < 4; i++)
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, byte) => String.fromCharCode(parseInt(byte, 16)));
  return plain.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Whether a text shows more of a secret than its beginning: its second half, or so much that the rest could be guessed. */
export function repeats(text: string, secret: string): boolean {
  const [written, key] = [bare(text), bare(secret)];
  const half = key.slice(Math.floor(key.length / 2));
  const middle = key.slice(12, 12 + Math.floor(key.length / 2));
  return written.includes(half) || written.includes(middle);
}
