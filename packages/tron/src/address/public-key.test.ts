import { turns } from '@isochain/dial';
import { secp256k1 } from '@noble/curves/secp256k1';
import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { walletCore } from '../../test/fixtures.ts';
import { toBase58Address } from './address.ts';
import { readPublicKey } from './public-key.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

// trustwallet/wallet-core, tests/chains/Tron: the private key and its address.
const key = '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54';
const address = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const [compressed, uncompressed] = [true, false].map((short) => hexOf(secp256k1.getPublicKey(key, short))) as [
  string,
  string,
];

function addressOf(text: string): string | undefined {
  const read = readPublicKey(text);
  return read.ok ? toBase58Address(read.value.address) : undefined;
}

describe('readPublicKey', () => {
  it.each([
    ['compressed', compressed],
    ['uncompressed', uncompressed],
    ['compressed with 0x', `0x${compressed}`],
    ['uncompressed in upper case', uncompressed.toUpperCase()],
    ['with spaces around it', ` 0x${compressed}\n`],
  ])('finds the address of a key: %s', (_, text) => {
    expect(readPublicKey(text)).toMatchObject({ ok: true, canonical: uncompressed, value: { uncompressed } });
    expect(addressOf(text)).toBe(address);
  });

  it('finds the owners of all transactions of Trust Wallet Core', () => {
    for (const { key: secret, owner } of walletCore.transactions) {
      expect(addressOf(hexOf(secp256k1.getPublicKey(secret)))).toBe(owner);
    }
  });

  it('agrees with tronweb', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
        fc.pre(secp256k1.utils.isValidPrivateKey(secret));
        const expected = utils.crypto.pkToAddress(hexOf(secret));
        for (const short of [true, false])
          expect(addressOf(hexOf(secp256k1.getPublicKey(secret, short)))).toBe(expected);
      }),
      { numRuns: turns(20) },
    );
  });

  const noPoint = 'it is not a point of the curve secp256k1';
  const lengths = 'expected 33 (compressed) or 65 (uncompressed)';

  it.each([
    ['an x without a y', `02${'00'.repeat(31)}05`, noPoint],
    ['an x beyond the field', `02${'ff'.repeat(32)}`, noPoint],
    ['another y', `${uncompressed.slice(0, -1)}${uncompressed.endsWith('0') ? '1' : '0'}`, noPoint],
    ['zeros', `04${'00'.repeat(64)}`, noPoint],
    ['an unknown prefix', `05${compressed.slice(2)}`, noPoint],
    ['a hybrid point', `07${uncompressed.slice(2)}`, noPoint],
    ['a private key', key, `it has 32 bytes: ${lengths}`],
    ['coordinates alone', uncompressed.slice(2), `it has 64 bytes: ${lengths}`],
    ['an address in hex', '415cd0fb0ab3ce40f3051414c604b27756e69e43db', `it has 21 bytes: ${lengths}`],
    ['an address', address, 'it is not hexadecimal'],
    ['nothing', '', `it has 0 bytes: ${lengths}`],
  ])('refuses %s', (_, text, reason) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason });
  });
});
