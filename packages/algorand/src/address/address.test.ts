import { describe, expect, it } from 'vitest';
import { addressOf as judgedAddress } from '../../test/judge.ts';
import { testKey } from '../../test/keys.ts';
import { addressBytes, addressOf, checkAddress, readAddress, zeroAddress } from './address.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Addresses that others wrote down, with their bytes. */
const known: readonly (readonly [source: string, address: string, hex: string])[] = [
  [
    'algorand/js-algorand-sdk, tests/3.Address.ts',
    'MO2H6ZU47Q36GJ6GVHUKGEBEQINN7ZWVACMWZQGIYUOE3RBSRVYHV4ACJI',
    '63b47f669cfc37e327c6a9e8a31024821adfe6d500996cc0c8c51c4dc4328d70',
  ],
  [
    'trustwallet/wallet-core, tests/chains/Algorand/AddressTests.cpp (FromPublicKey)',
    'YK2CHL5IWAEV4WXBAVTIXENSCMW3JWW36OFM7RSJBDJUO2QADEP5QYVO5I',
    'c2b423afa8b0095e5ae105668b91b2132db4dadbf38acfc64908d3476a00191f',
  ],
  ['algorand/go-algorand, data/basics/address.go', zeroAddress, '00'.repeat(32)],
];

describe('checkAddress', () => {
  it.each(known)('%s: %s', (_, address, hex) => {
    expect(checkAddress(address)).toEqual({ ok: true, canonical: address, value: address });
    expect(Buffer.from(addressBytes(address)).toString('hex')).toBe(hex);
    expect(addressOf(new Uint8Array(Buffer.from(hex, 'hex')))).toBe(address);
  });

  // trustwallet/wallet-core, tests/chains/Algorand/AddressTests.cpp (Validation, FromString).
  it.each([
    'HXIWBVQGOO6ZWE5NYJO22XMYRUGZ6TGNX2K2EERPT3ZIWPHE5CLJGB2GEA',
    'PITDOF57RHOVLT37KM7DCXDCETLDL3OA5CBAN7LQ44Z36LGFC27IJ2IQ64',
  ])('takes %s', (address) => {
    expect(readAddress(address)).toBe(address);
  });

  it('spells a thousand keys as the judge does', () => {
    for (let i = 0; i < 1_000; i++) {
      const bytes = Uint8Array.from({ length: 32 }, (_, j) => (i * 7919 + j * 104_729 + ((i * j) >> 3)) % 256);
      expect(addressOf(bytes)).toBe(judgedAddress(bytes));
      expect(addressBytes(judgedAddress(bytes))).toEqual(bytes);
    }
  });

  const [, [, address] = ['', '']] = known;

  it('refuses another character in any place', () => {
    for (let i = 0; i < 58; i++)
      for (const character of alphabet.replace(address[i] ?? '', '')) {
        const text = address.slice(0, i) + character + address.slice(i + 1);
        expect([text, checkAddress(text)]).toEqual([
          text,
          { ok: false, reason: 'its checksum is wrong', checksum: true },
        ]);
      }
  });

  it('refuses two characters that changed places', () => {
    for (let i = 0; i < 57; i++) {
      const [first = '', second = ''] = address.slice(i, i + 2);
      if (first === second) continue;
      const text = address.slice(0, i) + second + first + address.slice(i + 2);
      expect([text, checkAddress(text).ok]).toEqual([text, false]);
    }
  });

  it('takes one spelling of the bits behind the end', () => {
    // Of the last character, three bits count. The library takes any others.
    const place = alphabet.indexOf(address.slice(-1));
    expect(place % 4).toBe(0);
    for (const more of [1, 2, 3]) expect(readAddress(address.slice(0, -1) + alphabet[place + more])).toBeUndefined();
  });

  it.each([
    ['', 'it has 0 characters: expected 58'],
    [address.slice(1), 'it has 57 characters: expected 58'],
    [`${address}A`, 'it has 59 characters: expected 58'],
    [address.toLowerCase(), 'it is in lower case, and addresses are in upper case'],
    [address[0] + address.slice(1).toLowerCase(), 'it is in lower case, and addresses are in upper case'],
    [` ${address}`, 'it has characters other than A to Z and 2 to 7'],
    [`${address} `, 'it has characters other than A to Z and 2 to 7'],
    [`${address}======`, 'it has characters other than A to Z and 2 to 7'],
    ['0'.repeat(58), 'it has characters other than A to Z and 2 to 7'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'it has characters other than A to Z and 2 to 7'],
    [known[0]?.[2] ?? '', 'it has characters other than A to Z and 2 to 7'],
    ['alice.algo', 'it has characters other than A to Z and 2 to 7'],
    // An account of Stellar (trustwallet/wallet-core, AddressTests.cpp).
    ['GABQHYQOY22KHGTCTAK24AWAUE4TXERF4O4JBSXELNM7IL5CTPUWM3SC', 'it has 56 characters: expected 58'],
    ['A'.repeat(1_000_000), 'it has 1000000 characters: expected 58'],
    ['A'.repeat(58).replace('A', 'Ａ'), 'it has characters other than A to Z and 2 to 7'],
  ])('refuses %s', (text, reason) => {
    expect(checkAddress(text)).toEqual({ ok: false, reason });
  });

  it('refuses a wrong checksum of others', () => {
    // trustwallet/wallet-core, AddressTests.cpp; algorand/js-algorand-sdk, tests/3.Address.ts.
    for (const text of [
      'JBCQYJ2FREG667NAN7BFKH4RFIKPT7CYDQJNW3SNN5Z7F7ILFLKQ346TS3',
      'MO2H6ZU47Q36GJ6GVHUKGEBEQINN7ZWVACMWZQGIYUOE3RBSRVYHV4ACJG',
    ])
      expect(checkAddress(text)).toMatchObject({ ok: false, checksum: true });
  });

  it('takes addresses that no key has: those of programs and of several keys', () => {
    for (const byte of [1, 2, 3, 255]) {
      const text = judgedAddress(new Uint8Array(32).fill(byte));
      expect(readAddress(text)).toBe(text);
    }
    expect(readAddress(testKey(0).address)).toBe(testKey(0).address);
  });
});
