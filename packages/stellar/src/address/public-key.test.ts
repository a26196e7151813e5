import { describe, expect, it } from 'vitest';
import { StrKey, testKey } from '../../test/judge.ts';
import { isKey, readPublicKey } from './public-key.ts';

const key = testKey(7);
const address = key.publicKey();
const hex = key.rawPublicKey().toString('hex');

const addressOf = (bytes: string) => StrKey.encodeEd25519PublicKey(Buffer.from(bytes, 'hex'));

/** Points of small order (RFC 8032, section 5.1; the list is that of Chalkias and others, "Taming the many EdDSAs", table 2). */
const smallOrder = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
];

describe('readPublicKey', () => {
  it.each([
    ['an account', address],
    ['hex', hex],
    ['hex with 0x', `0x${hex}`],
    ['upper-case hex', hex.toUpperCase()],
    ['spaces around it', ` ${hex}\n`],
  ])('reads %s', (_, text) => {
    expect(readPublicKey(text)).toEqual({ ok: true, canonical: address, value: address });
  });

  it.each([
    ['nothing', '', 'it has 0 bytes: expected 32'],
    ['words', 'a key', 'it is neither hexadecimal nor an account (G…)'],
    ['31 bytes', hex.slice(2), 'it has 31 bytes: expected 32'],
    ['33 bytes', `00${hex}`, 'it has 33 bytes: expected 32'],
    ['a private key', key.secret(), 'it is neither hexadecimal nor an account (G…)'],
    ['a wrong checksum', `${address.slice(0, -1)}A`, 'it is neither hexadecimal nor an account (G…)'],
  ])('refuses %s', (_, text, reason) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason });
  });

  it('refuses bytes that are no point of the curve', () => {
    expect(readPublicKey(`02${'00'.repeat(31)}`)).toEqual({ ok: false, reason: 'it is not a key of ed25519' });
    expect(isKey(addressOf(`02${'00'.repeat(31)}`))).toBe(false);
  });

  it('refuses points of small order, for which anybody can sign', () => {
    for (const bytes of smallOrder) {
      expect([bytes, readPublicKey(bytes).ok]).toEqual([bytes, false]);
      expect([bytes, isKey(addressOf(bytes))]).toEqual([bytes, false]);
    }
    expect(isKey(address)).toBe(true);
  });
});
