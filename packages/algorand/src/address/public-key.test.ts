import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { addressOf, multisigAddress, programAddress } from '../../test/judge.ts';
import { testKey } from '../../test/keys.ts';
import { isKey, readPublicKey } from './public-key.ts';

const { address, publicKey: hex, privateKey } = testKey(7);

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

/** A point of order 8. Its multiples are all points of small order. */
const torsion = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', true);
const small = Array.from({ length: 8 }, (_, i) => (i === 0 ? ed25519.Point.ZERO : torsion.multiplyUnsafe(BigInt(i))));

describe('readPublicKey', () => {
  it.each([
    ['an address', address],
    ['hex', hex],
    ['hex with 0x', `0x${hex}`],
    ['upper-case hex', hex.toUpperCase()],
    ['spaces around it', ` ${hex}\n`],
    ['spaces around an address', ` ${address}\n`],
  ])('reads %s', (_, text) => {
    expect(readPublicKey(text)).toEqual({ ok: true, canonical: address, value: address });
  });

  it.each([
    ['nothing', '', 'it has 0 bytes: expected 32'],
    ['words', 'a key', 'it is neither hexadecimal nor an address'],
    ['31 bytes', hex.slice(2), 'it has 31 bytes: expected 32'],
    ['33 bytes', `00${hex}`, 'it has 33 bytes: expected 32'],
    ['a private key with its public key', `${privateKey}${hex}`, 'it has 64 bytes: expected 32'],
    ['base64', Buffer.from(hex, 'hex').toString('base64'), 'it is neither hexadecimal nor an address'],
    ['a wrong checksum', `${address.slice(0, -1)}A`, 'it is neither hexadecimal nor an address'],
    ['lower case', address.toLowerCase(), 'it is neither hexadecimal nor an address'],
    ['1 MB', '0'.repeat(1_000_000), 'it has 500000 bytes: expected 32'],
  ])('refuses %s', (_, text, reason) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason });
  });

  it.each([
    ['no point of the curve', `02${'00'.repeat(31)}`],
    // 2^255 - 19 + 1, which stands for 1 (RFC 8032, section 5.1.3: decoding fails).
    ['a number beyond the field', `ee${'ff'.repeat(30)}7f`],
    ['a sign of zero', `01${'00'.repeat(30)}80`],
    ['ones', 'ff'.repeat(32)],
  ])('refuses %s', (_, text) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason: 'it is not a key of ed25519' });
    expect(readPublicKey(addressOf(bytesOf(text)))).toEqual({ ok: false, reason: 'it is not a key of ed25519' });
    expect(isKey(addressOf(bytesOf(text)))).toBe(false);
  });

  it('refuses points of small order, for which anybody can sign', () => {
    expect(new Set(small.map((point) => point.toHex())).size).toBe(8);
    for (const point of small)
      expect([point.toHex(), isKey(addressOf(point.toBytes()))]).toEqual([point.toHex(), false]);
  });

  it('refuses points with a part of small order, which no signer makes', () => {
    const own = ed25519.Point.fromHex(hex);
    for (const point of small.slice(1)) expect(isKey(addressOf(own.add(point).toBytes()))).toBe(false);
    expect(isKey(address)).toBe(true);
  });

  it('takes the keys that signers make', () => {
    for (let i = 0; i < 50; i++) expect(isKey(testKey(i).address)).toBe(true);
  });

  it('tells most accounts of programs and of several keys apart', () => {
    const hashes = Array.from({ length: 160 }, (_, i) => [
      programAddress(Uint8Array.of(6, 0x81, i)),
      multisigAddress(2, [
        testKey(i % 40).address,
        testKey(41 + (i % 7)).address,
        addressOf(new Uint8Array(32).fill(i)),
      ]),
    ]).flat();
    // One of sixteen hashes can be a key: about 20 of 320.
    const keys = hashes.filter(isKey).length;
    expect(keys).toBeGreaterThan(5);
    expect(keys).toBeLessThan(45);
  });

  it('answers the same again, also when many others were asked meanwhile', () => {
    const addresses = Array.from({ length: 1_200 }, (_, i) => programAddress(Uint8Array.of(6, 0x82, i % 256, i >> 8)));
    const first = addresses.map(isKey);
    expect(addresses.map(isKey)).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });
});
