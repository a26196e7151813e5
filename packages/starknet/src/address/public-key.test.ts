import { getPublicKey, getStarkKey } from '@scure/starknet';
import { describe, expect, it } from 'vitest';
import { fieldPrime, toPaddedFelt } from '../felt.ts';
import { fromUncompressed, isOnCurve, pointOf, readPublicKey, toUncompressed } from './public-key.ts';

/** Keys of @scure/starknet. Some of them begin with several zeros. */
const keys = Array.from({ length: 60 }, (_, i) => {
  const privateKey = ((BigInt(i) + 3n) ** 45n % 2n ** 250n).toString(16).padStart(64, '0');
  const uncompressed = Buffer.from(getPublicKey(privateKey, false)).toString('hex');
  const compressed = Buffer.from(getPublicKey(privateKey, true)).toString('hex');
  return { short: getStarkKey(privateKey), uncompressed, compressed, x: BigInt(`0x${uncompressed.slice(2, 66)}`) };
});

describe('readPublicKey', () => {
  it('reads keys of any form as the same number', () => {
    expect(keys.some(({ short }) => short.length < 65)).toBe(true);
    for (const { short, uncompressed, compressed, x } of keys) {
      const padded = toPaddedFelt(x).slice(2);
      const texts = [short, short.slice(2), `0x${padded}`, padded, compressed, `0x${compressed}`, uncompressed];
      const other = compressed.replace(/^0[23]/, (prefix) => (prefix === '02' ? '03' : '02'));
      for (const text of [...texts, `0x${uncompressed}`, other, ` ${padded}\n`, padded.toUpperCase(), `0X${padded}`])
        expect([text, readPublicKey(text)]).toEqual([text, { ok: true, canonical: `0x${padded}`, value: { x } }]);
    }
  });

  const [key] = keys;
  const { compressed, uncompressed, x } = key ?? { compressed: '', uncompressed: '', x: 0n };
  const field = 'it is not a number of the field';
  const curve = 'it is not a point of the Stark curve';
  const notHex = 'it is not hexadecimal';
  const length = (digits: number) =>
    `it has ${digits} digits: expected up to 64 (x), 66 (compressed) or 130 (uncompressed)`;
  /** The least x that no point has. */
  const off = Array.from({ length: 100 }, (_, i) => BigInt(i + 1)).find((each) => !isPoint(each)) ?? 0n;

  function isPoint(each: bigint): boolean {
    try {
      pointOf({ x: each });
      return true;
    } catch {
      return false;
    }
  }

  it.each([
    ['nothing', '', notHex],
    ['0x alone', '0x', notHex],
    ['a word', 'key', notHex],
    ['base58', `z${'1'.repeat(43)}`, notHex],
    ['0x twice', `0x0x${compressed}`, notHex],
    ['zero', '0x0', field],
    ['the prime', fieldPrime.toString(16), field],
    ['x and the prime, which is the same in the field', (fieldPrime + x).toString(16).padStart(64, '0'), field],
    ['a point at zero', `04${'0'.repeat(128)}`, field],
    ['a number that no point has', off.toString(16), curve],
    ['a compressed one', `02${off.toString(16).padStart(64, '0')}`, curve],
    ['a point with another y', `${uncompressed.slice(0, -1)}${uncompressed.endsWith('1') ? '2' : '1'}`, curve],
    ['a point with y beyond the field', `${uncompressed.slice(0, 66)}${'f'.repeat(64)}`, curve],
    ['65 digits', `2${toPaddedFelt(x).slice(2)}`, length(65)],
    ['66 digits with another prefix', `05${compressed.slice(2)}`, length(66)],
    ['66 digits with the prefix of points', `04${compressed.slice(2)}`, length(66)],
    ['128 digits: a point without 04', uncompressed.slice(2), length(128)],
    ['130 digits with another prefix', `06${uncompressed.slice(2)}`, length(130)],
    ['two keys', compressed + compressed, length(132)],
    ['very much', '1'.repeat(100_000), length(100_000)],
    // secp256k1 and ed25519, as wallets of other chains have them.
    ['a key of secp256k1', '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', field],
    ['a key of ed25519', 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', field],
  ])('refuses %s', (_, text, reason) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason });
  });
});

describe('points', () => {
  it('are one of the two with this x', () => {
    for (const { uncompressed, x } of keys) {
      const y = BigInt(`0x${uncompressed.slice(66)}`);
      const found = pointOf({ x });
      expect(found.x).toBe(x);
      expect([y, fieldPrime - y]).toContain(found.y);
      expect(isOnCurve(x, found.y)).toBe(true);
      expect(isOnCurve(x, found.y + 1n)).toBe(false);
    }
  });

  it('are written as SEC 1 has them, and read back', () => {
    for (const { uncompressed, x } of keys) {
      const point = { x, y: BigInt(`0x${uncompressed.slice(66)}`) };
      expect(toUncompressed(point)).toBe(uncompressed);
      expect(fromUncompressed(uncompressed)).toEqual(point);
    }
  });

  it('are not read from anything else', () => {
    const [key] = keys;
    const { compressed, uncompressed } = key ?? { compressed: '', uncompressed: '' };
    for (const text of ['', compressed, uncompressed.slice(2), `${uncompressed}00`, `05${uncompressed.slice(2)}`])
      expect(fromUncompressed(text)).toBeUndefined();
    expect(fromUncompressed(`04${'0'.repeat(128)}`)).toBeUndefined();
    expect(fromUncompressed(`${uncompressed.slice(0, 66)}${'0'.repeat(64)}`)).toBeUndefined();
  });

  it('of no key throw', () => {
    expect(() => pointOf({ x: fieldPrime })).toThrow('not on the curve');
  });
});
