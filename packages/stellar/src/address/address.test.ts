import { describe, expect, it } from 'vitest';
import { muxed, StrKey, testKey } from '../../test/judge.ts';
import { checkAccount, readAddress } from './address.ts';

// stellar/stellar-protocol, ecosystem/sep-0023.md, "Valid test cases" and "Invalid test cases".
const account = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const muxed0 = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
const muxedHigh = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';

/** Why a text is refused. */
function reasonOf(text: string): string {
  const checked = checkAccount(text);
  if (checked.ok) throw new Error(`${text} was taken`);
  return checked.reason;
}

describe('checkAccount', () => {
  it('takes an account', () => {
    expect(checkAccount(account)).toEqual({ ok: true, canonical: account, value: { account, text: account } });
  });

  it.each([
    [muxed0, 0n],
    [muxedHigh, 9_223_372_036_854_775_808n],
  ])('takes the muxed account %s', (text, id) => {
    expect(checkAccount(text)).toEqual({ ok: true, canonical: text, owner: account, value: { account, id, text } });
  });

  it('takes every number of 64 bits, and spells it as the older library does', () => {
    const key = testKey(7).publicKey();
    for (const id of [0n, 1n, 123_456_789n, 2n ** 63n, 2n ** 64n - 1n]) {
      const text = muxed(key, id);
      expect(checkAccount(text)).toMatchObject({ ok: true, value: { account: key, id, text } });
    }
  });

  it.each([
    [
      'a signed payload',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM',
    ],
    [
      'a signed payload',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUAAAAFGBU',
    ],
    ['a contract', 'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA'],
    ['a liquidity pool', 'LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN'],
    ['a claimable balance', 'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU'],
  ])('names %s, which is no account', (what, text) => {
    expect(reasonOf(text)).toMatch(`it is ${what}`);
  });

  it.each([
    ['5 bytes', 'GAAAAAAAACGC6'],
    ['a bit behind the end', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR'],
    ['a length that base32 does not have', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA'],
    ['36 bytes', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI'],
    ['another algorithm', 'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I'],
    [
      'another length that base32 does not have',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
    ],
    ['44 bytes', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I'],
    ['another algorithm, muxed', 'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'],
    ['padding', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK==='],
    ['another checksum', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO'],
    [
      'too short a length of a payload',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM',
    ],
    [
      'too long a length of a payload',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ',
    ],
    [
      'a payload without zeros',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6',
    ],
    ['a balance with bits behind the end', 'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV'],
    ['a balance of another type', 'BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA'],
  ])('refuses %s', (_, text) => {
    expect(checkAccount(text).ok).toBe(false);
    expect(readAddress(text)).toBeUndefined();
  });

  it('refuses an account with any other character in any place', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    for (const text of [account, muxed0]) {
      for (let i = 0; i < text.length; i++) {
        for (const other of alphabet) {
          if (other === text[i]) continue;
          expect(checkAccount(`${text.slice(0, i)}${other}${text.slice(i + 1)}`).ok).toBe(false);
        }
      }
    }
  });

  it('says which check failed', () => {
    const changed = `${account.slice(0, 20)}${account[20] === 'A' ? 'B' : 'A'}${account.slice(21)}`;
    expect(checkAccount(changed)).toEqual({ ok: false, reason: 'its checksum is wrong', checksum: true });
    expect(reasonOf(account.slice(0, -1))).toBe('it has 55 characters: expected 56');
    expect(reasonOf(muxed0.slice(0, -1))).toBe('it has 68 characters: expected 69');
    expect(reasonOf(account.replace('A7', 'A1'))).toBe('it has characters other than A to Z and 2 to 7');
    expect(reasonOf(account.toLowerCase())).toBe('it is in lower case, and accounts are in upper case');
    expect(reasonOf('0x1234')).toBe('it does not begin with G or M');
    expect(reasonOf('')).toBe('it does not begin with G or M');
  });

  it('names a private key, and does not repeat it', () => {
    const seed = testKey(7).secret();
    expect(reasonOf(seed)).toBe('it is a private key');
    expect(JSON.stringify(checkAccount(seed))).not.toContain(seed);
  });

  it('has one spelling for one account', () => {
    for (const text of [
      ` ${account}`,
      `${account} `,
      `${account}\n`,
      `${account}=`,
      account.toLowerCase(),
      `\uFEFF${account}`,
    ])
      expect(checkAccount(text).ok).toBe(false);
    // Bits of base32 behind the end: 43 bytes have 344 bits, and 69 characters 345.
    const last = muxed0.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const twin = alphabet[alphabet.indexOf(last) ^ 1];
    expect(checkAccount(`${muxed0.slice(0, -1)}${twin}`).ok).toBe(false);
  });

  it('takes no text of any length', () => {
    for (const text of ['G'.repeat(100_000), 'M'.repeat(100_000), 'S'.repeat(100_000), 'g'.repeat(100_000)])
      expect(reasonOf(text).length).toBeLessThan(100);
  });

  it('takes accounts of the older library', () => {
    for (let i = 0; i < 100; i++) {
      const text = StrKey.encodeEd25519PublicKey(Buffer.alloc(32, i * 2));
      expect(checkAccount(text).ok).toBe(true);
    }
  });
});
