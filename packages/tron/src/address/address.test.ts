import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { walletCore } from '../../test/fixtures.ts';
import { usdt } from '../../test/made.ts';
import {
  checkAddress,
  fromBase58Address,
  fromContractWord,
  isAddressHex,
  toBase58Address,
  toContractAddress,
} from './address.ts';

const hex = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';

describe('checkAddress', () => {
  it('reads the address of USDT', () => {
    expect(checkAddress(usdt)).toEqual({ ok: true, canonical: usdt, value: hex });
    expect(toBase58Address(hex)).toBe(usdt);
  });

  it.each([...new Set(walletCore.transactions.map(({ owner }) => owner))])('reads %s as tronweb does', (owner) => {
    expect(checkAddress(owner)).toEqual({
      ok: true,
      canonical: owner,
      value: utils.address.toHex(owner).toLowerCase(),
    });
  });

  // Both are known from explorers, as addresses where coins are burnt.
  it.each([
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', `41${'00'.repeat(20)}`],
    ['T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY', `41${'00'.repeat(18)}dead`],
  ])('reads the burn address %s', (text, value) => {
    expect(checkAddress(text)).toEqual({ ok: true, canonical: text, value });
  });

  it('agrees with tronweb on any address', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const value = `41${Buffer.from(bytes).toString('hex')}` as const;
        const text = utils.address.fromHex(value);
        expect(toBase58Address(value)).toBe(text);
        expect(checkAddress(text)).toEqual({ ok: true, canonical: text, value });
        expect(fromContractWord(toContractAddress(value))).toBe(value);
      }),
    );
  });

  it('finds every wrong character', () => {
    for (let i = 1; i < usdt.length; i++) {
      const wrong = `${usdt.slice(0, i)}${usdt[i] === 'z' ? 'y' : 'z'}${usdt.slice(i + 1)}`;
      expect([i, checkAddress(wrong)]).toEqual([i, { ok: false, reason: 'its checksum is wrong', checksum: true }]);
    }
  });

  it('finds two characters that changed places', () => {
    const swapped = `${usdt.slice(0, 9)}${usdt[10]}${usdt[9]}${usdt.slice(11)}`;
    expect(swapped).not.toBe(usdt);
    expect(checkAddress(swapped)).toMatchObject({ checksum: true });
  });

  const inHex = 'it is in hex, which has no checksum: expected base58 that begins with T';
  const notBase58 = 'it is not 34 characters of base58 that begin with T';

  it.each([
    ['hex', hex, inHex],
    ['hex with 0x', `0x${hex}`, inHex],
    ['hex in upper case', hex.toUpperCase(), inHex],
    ['20 bytes, as contracts and Ethereum hold addresses', `0x${hex.slice(2)}`, 'it is an address of Ethereum'],
    ['20 bytes in mixed case', '0x52908400098527886E0F7030069857D2E4169EE7', 'it is an address of Ethereum'],
    ['20 bytes without 0x', hex.slice(2), notBase58],
    ['a character too little', usdt.slice(0, -1), notBase58],
    ['a character too many', `${usdt}1`, notBase58],
    ['a space before it', ` ${usdt}`, notBase58],
    ['a line break behind it', `${usdt}\n`, notBase58],
    ['lower case', usdt.toLowerCase(), notBase58],
    ['a character that base58 does not have', usdt.replace('R', '0'), notBase58],
    ['letters of another script', usdt.replace('T', 'Т'), notBase58],
    ['an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', notBase58],
    ['an address of XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', notBase58],
    ['a name', 'alice.trx', notBase58],
    ['nothing', '', notBase58],
    ['very much', 'T'.repeat(100_000), notBase58],
  ])('refuses %s', (_, text, reason) => {
    expect(checkAddress(text)).toEqual({ ok: false, reason });
  });

  it('refuses other bytes with a right checksum', () => {
    // The prefix a0 of old test networks gives addresses that begin with 27.
    const test = utils.crypto.getBase58CheckAddress(utils.code.hexStr2byteArray(`a0${hex.slice(2)}`));
    expect(test).toMatch(/^27/);
    expect(checkAddress(test).ok).toBe(false);
    // A neighbour of 41 gives a T too.
    const others = ['40', '42'].map((prefix) =>
      utils.crypto.getBase58CheckAddress(utils.code.hexStr2byteArray(`${prefix}${hex.slice(2)}`)),
    );
    for (const text of others) expect(checkAddress(text).ok).toBe(false);
  });

  it('refuses any other text, and breaks at none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 34, maxLength: 34 })), (text) => {
        expect(checkAddress(text).ok).toBe(false);
        expect(fromBase58Address(text)).toBeUndefined();
      }),
    );
  });
});

describe('addresses in answers', () => {
  it('are 21 bytes in lower-case hex', () => {
    expect(isAddressHex(hex)).toBe(true);
    for (const text of [
      '',
      hex.toUpperCase(),
      `0x${hex}`,
      hex.slice(2),
      `${hex}00`,
      `40${hex.slice(2)}`,
      usdt,
      `${hex}\n`,
    ]) {
      expect(isAddressHex(text)).toBe(false);
    }
  });

  it('are the last 20 bytes of a word of a contract', () => {
    const digits = hex.slice(2);
    expect(fromContractWord(digits)).toBe(hex);
    expect(fromContractWord(`0x${digits}`)).toBe(hex);
    expect(fromContractWord(digits.padStart(64, '0'))).toBe(hex);
    // Some senders put 41 before them.
    expect(fromContractWord(hex.padStart(64, '0'))).toBe(hex);
    for (const text of ['', 'zz', digits.slice(2), hex, `${digits}00`, digits.padStart(66, '0')]) {
      expect(fromContractWord(text)).toBeUndefined();
    }
    expect(toContractAddress(hex)).toBe(`0x${digits}`);
  });
});
