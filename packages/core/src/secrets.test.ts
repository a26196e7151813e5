import { describe, expect, it } from 'vitest';
import { findSecret, mistakenFor, type SharedForm } from './secrets.ts';

// BIP32, test vector 1, chain m; BIP39, a test vector; https://en.bitcoin.it/wiki/Wallet_import_format; the first account of Hardhat and anvil; the seed
// 00 01 .. 1f in the strkey of SEP-23.
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const hex = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const base58 = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
// RFC 8032, section 7.1, test 1: the secret key and the public key.
const base64 = Buffer.from(
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  'hex',
).toString('base64');
const bytes = JSON.stringify(Array.from({ length: 64 }, (_, i) => (i * 37) % 256));

const forms: readonly SharedForm[] = ['bytes32', 'bytes32AfterSlash', 'bytes64', 'base58of64', 'base64of64'];

describe('what looks like a private key', () => {
  it.each([
    ['an extended key', xprv],
    ['one of another coin', `Ltpv${xprv.slice(4)}`],
    ['one in a descriptor', `wpkh([deadbeef/84h]${xprv}/0/*)`],
    ['a key in wallet import format', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['a compressed one', 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617'],
    ['32 bytes in hex', hex],
    ['with 0x', `0x${hex}`],
    ['in upper case', hex.toUpperCase()],
    ['with colons', hex.replace(/../g, '$&:').slice(0, -1)],
    ['in a link', `ethereum:0x${hex}@1`],
    ['64 bytes in hex', hex.repeat(2)],
    ['64 bytes in base58', base58],
    ['one digit less', base58.slice(1)],
    ['64 bytes in base64', base64],
    ['in the alphabet of URLs', base64.replaceAll('+', '-').replaceAll('/', '_')],
    ['32 bytes behind a slash', `factory/${hex}`],
    ['a list of bytes', bytes],
    ['without brackets', bytes.slice(1, -1).replaceAll(',', ', ')],
    ['a seed of Stellar', 'SAAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6NKI'],
    ['one as AIP-80 writes it', `ed25519-priv-0x${hex}`],
  ])('%s', (_, text) => {
    expect(findSecret(text)).toBe('a private key');
    expect(findSecret(`  "${text}" `, [])).toBe('a private key');
  });

  it.each([
    ['twelve words', words],
    ['in upper case', words.toUpperCase()],
    ['with commas', words.replaceAll(' ', ', ')],
    ['with plus signs', words.replaceAll(' ', '+')],
    ['with dashes', words.replaceAll(' ', '-')],
    ['a list', JSON.stringify(words.split(' '))],
    [
      'numbered',
      words
        .split(' ')
        .map((word, i) => `${i + 1}. ${word}`)
        .join(' '),
    ],
    ['on lines', words.replaceAll(' ', '\r\n')],
    ['24 of them', `${words} ${words}`],
    // BIP39 in Japanese and Chinese: the first words of their lists.
    ['in Japanese', 'あいこくしん　'.repeat(11).concat('あおぞら')],
    ['in Chinese', '的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 国 我 以'],
  ])('a recovery phrase: %s', (_, text) => {
    expect(findSecret(text)).toBe('a recovery phrase');
    expect(findSecret(text, forms)).toBe('a recovery phrase');
  });

  it.each<[SharedForm, string]>([
    ['bytes32', `0x${hex}`],
    ['bytes32', hex],
    ['bytes32AfterSlash', `ibc/${hex.toUpperCase()}`],
    ['bytes32', `0:${hex}`],
    ['bytes64', `0x${hex}${hex}`],
    ['base58of64', base58],
    ['base64of64', base64],
  ])('is an id where ids have the form %s: %s', (form, text) => {
    expect(findSecret(text, [form])).toBeUndefined();
    expect(findSecret(text)).toBe('a private key');
    const others = forms.filter((other) => other !== form);
    expect(findSecret(text, others)).toBe('a private key');
  });
});

// Public ids of many kinds, and other texts that requests hold.
it.each([
  '',
  'vitalik.eth',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  'bc1q'.padEnd(51, 'q'),
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU',
  'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0',
  'GAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3QZ6Q',
  'AOQQPP7TZYIL4HLQ3UMOOS6ATFT6JVRQTOSQ2XY53SDGIESVGG4MPFYUMQ',
  // 52 digits of base32, as ids of transactions on Algorand.
  'K5WYJDAQWJ2RCWJ5TLQ5LBQ3K5WYJDAQWJ2RCWJ5TLQ5LBQ3K5WYJ'.slice(0, 52),
  // Digits and letters of an address of Aptos take turns. 32 bytes of hex are a key only where no id has this form.
  `0x${'0b'.repeat(31)}0`,
  // 33 and 65 bytes: public keys of secp256k1.
  `02${hex}`,
  `04${hex}${hex}`,
  // Between two zeros stand as many digits as 64 bytes have in base58.
  `04${'9e'.repeat(10)}0${'4f'.repeat(43)}0${'7d'.repeat(10)}`,
  '/api/chains/base-sepolia/account/vitalik.eth/state/tokens',
  'the quick brown fox jumps over the lazy dog',
  '7b5ec3c6-5ac1-4b43-9c5c-0b6a4f1e2d3c',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
])('takes %j for nothing of the kind', (text) => {
  expect(findSecret(text)).toBeUndefined();
});

it('takes next to no time for any text', () => {
  // A pattern that looks back and forth would take minutes.
  const texts = ['a ', 'ab1 ', '1,', 'f', '5', 'K ', 'xprv', 'ab:', '，'].map((text) => text.repeat(300_000));
  for (const text of texts) findSecret(text, ['bytes32']);
});

describe('what else a text may be that looks like a private key', () => {
  it('is said where public keys and ids of the family have the same form', () => {
    expect(mistakenFor(hex, { publicKey: ['bytes32'] })).toBe('a public key');
    expect(mistakenFor(hex, { transaction: ['bytes32'], publicKey: ['bytes32'] })).toBe(
      'a public key or the id of a transaction',
    );
    expect(mistakenFor(hex.repeat(2), { transaction: ['bytes32'], publicKey: ['bytes64'] })).toBe('a public key');
  });

  it('is nothing for what only secrets look like, and for other forms', () => {
    for (const text of [xprv, words, bytes]) {
      expect(mistakenFor(text, { publicKey: ['bytes32', 'bytes64', 'base58of64'] })).toBeUndefined();
    }
    expect(mistakenFor(hex, { account: ['bytes32'], publicKey: ['bytes64'] })).toBeUndefined();
    expect(mistakenFor(hex)).toBeUndefined();
  });
});
