import fc from 'fast-check';
import { getChecksumAddress } from 'starknet';
import { describe, expect, it } from 'vitest';
import { eth, strk } from '../tokens/native.ts';
import { checkAddress, isAddress, toAddress } from './address.ts';
import { checkTokenId } from './token-id.ts';
import { checkTransactionId } from './transaction-id.ts';

const end = 2n ** 251n - 256n;
const prime = 2n ** 251n + 17n * 2n ** 192n + 1n;
const hex = (value: bigint) => `0x${value.toString(16)}`;
const read = (address: string) => ({ ok: true, canonical: address, value: address });

describe('checkAddress', () => {
  it.each([
    ['all digits', strk],
    ['without its leading zero, as nodes write it', strk.replace('0x0', '0x')],
    ['upper case', `0x${strk.slice(2).toUpperCase()}`],
    ['upper case without its leading zero', `0x${strk.slice(3).toUpperCase()}`],
    ['0X', `0X${strk.slice(2)}`],
  ])('reads STRK: %s', (_, text) => {
    expect(checkAddress(text)).toEqual(read(strk));
  });

  // software-mansion/starknet-jvm, ContractAddressCalculatorTest: made with starknet.js. Versions of starknet.js before 5 had another checksum.
  it.each([
    [
      '0x2fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914',
      '0x02Fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e914',
    ],
    [
      '0x00abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefab',
      '0x00AbcDefaBcdefabCDEfAbCDEfAbcdEFAbCDEfabCDefaBCdEFaBcDeFaBcDefAb',
    ],
    [
      '0xfedcbafedcbafedcbafedcbafedcbafedcbafedcbafedcbafedcbafedcbafe',
      '0x00fEdCBafEdcbafEDCbAFedCBAFeDCbafEdCBAfeDcbaFeDCbAfEDCbAfeDcbAFE',
    ],
  ])('reads %s with its checksum', (plain, checksum) => {
    const canonical = `0x${plain.slice(2).padStart(64, '0')}`;
    expect(checkAddress(plain)).toEqual(read(canonical));
    expect(checkAddress(checksum)).toEqual(read(canonical));
    // Leading zeros have no case.
    expect(checkAddress(checksum.replace(/^0x0+/, '0x'))).toEqual(read(canonical));
  });

  it('finds every letter in the wrong case', () => {
    const checksum = getChecksumAddress(strk);
    expect(checkAddress(checksum)).toEqual(read(strk));
    for (let i = 2; i < checksum.length; i++) {
      const letter = checksum[i] ?? '';
      if (!/[a-f]/i.test(letter)) continue;
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const wrong = `${checksum.slice(0, i)}${other}${checksum.slice(i + 1)}`;
      expect([i, checkAddress(wrong)]).toEqual([i, { ok: false, reason: 'its checksum is wrong', checksum: true }]);
    }
  });

  it('finds every digit that was changed in an address with a checksum', () => {
    const checksum = getChecksumAddress(strk);
    for (let i = 3; i < checksum.length; i++) {
      const wrong = `${checksum.slice(0, i)}${checksum[i] === '7' ? '8' : '7'}${checksum.slice(i + 1)}`;
      expect([i, checkAddress(wrong)]).toEqual([i, { ok: false, reason: 'its checksum is wrong', checksum: true }]);
    }
  });

  it('agrees with starknet.js on any address', () => {
    fc.assert(
      fc.property(fc.bigInt(2n ** 224n, end - 1n), (value) => {
        const address = toAddress(value);
        for (const text of [address, hex(value), getChecksumAddress(address)])
          expect(checkAddress(text)).toEqual(read(address));
        expect(isAddress(value)).toBe(true);
      }),
    );
  });

  const form = 'it is not 0x and up to 64 hex digits';
  const high = 'it is above the highest address';
  const short = 'digits are missing: an address has 64, and only leading zeros may be left out';

  it.each([
    ['nothing', '', form],
    ['0x alone', '0x', form],
    ['no 0x', strk.slice(2), form],
    ['a digit too many', `${strk}0`, form],
    ['a zero too many in front', strk.replace('0x', '0x0'), form],
    ['a space before it', ` ${strk}`, form],
    ['a line break behind it', `${strk}\n`, form],
    ['a letter that is no digit', strk.replace('f', 'g'), form],
    ['letters of another script', strk.replace('c', 'с'), form],
    ['a name', 'alice.stark', form],
    ['very much', `0x${'1'.repeat(100_000)}`, form],
    ['a decimal number', BigInt(strk).toString(), form],
    ['an address of Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', 'it is an address of Ethereum'],
    ['one in lower case', '0xde709f2102306220921060314715629080e2fb77', 'it is an address of Ethereum'],
    ['an address of Aptos or Sui', `0x${'f'.repeat(64)}`, high],
    ['2^251 - 256, where addresses end', hex(end), high],
    ['2^251', hex(2n ** 251n), high],
    ['the prime', hex(prime), high],
    ['the prime and an address, which is the same in the field', hex(prime + 1n), high],
    ['zero', '0x0', 'it is the zero address'],
    ['zero with all digits', `0x${'0'.repeat(64)}`, 'it is the zero address'],
    ['one, a contract of the chain itself', '0x1', short],
    ['an address that lost digits at its end', strk.slice(0, -9), short],
    ['the highest number that is too low', hex(2n ** 224n - 1n), short],
  ])('refuses %s', (_, text, reason) => {
    expect(checkAddress(text)).toEqual({ ok: false, reason });
  });

  it('takes both ends', () => {
    for (const value of [2n ** 224n, end - 1n]) expect(checkAddress(hex(value))).toEqual(read(toAddress(value)));
    expect([isAddress(end - 1n), isAddress(end), isAddress(1n)]).toEqual([true, false, true]);
  });

  it('breaks at no text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 66, maxLength: 66 })), (text) => {
        expect(checkAddress(text).ok).toBe(false);
      }),
    );
  });
});

describe('checkTokenId', () => {
  it('reads the contract of a token', () => {
    expect(checkTokenId(eth.replace('0x0', '0x'))).toEqual(read(eth));
  });

  it.each([
    'STRK',
    'strk',
    strk,
    strk.replace('0x0', '0x'),
    `0x${strk.slice(2).toUpperCase()}`,
    getChecksumAddress(strk),
  ])('%s is the native coin', (text) => {
    expect(checkTokenId(text)).toMatchObject({ ok: false, native: true });
  });

  it.each(['', 'ETH', 'USDC', '0x0', eth.slice(2)])('refuses %j', (text) => {
    const read = checkTokenId(text);
    expect(read.ok).toBe(false);
    expect(read).not.toHaveProperty('native');
  });
});

describe('checkTransactionId', () => {
  // Sepolia, block 5508517.
  const hash = '0x435f87f1eecd5968ba8190744fee1f3ef69f17471f8902ce1e7d444c4e0c8cb';

  it.each([
    hash,
    hash.replace('0x', '0x0'),
    hash.slice(2),
    `0${hash.slice(2)}`,
    hash.toUpperCase(),
    hash.slice(2).toUpperCase(),
  ])('reads %s', (text) => {
    expect(checkTransactionId(text)).toEqual(read(hash));
  });

  it.each(['', '0x', 'x', ` ${hash}`, `${hash}00`, hex(prime), '0'.repeat(100_000)])('refuses %#', (text) => {
    expect(checkTransactionId(text).ok).toBe(false);
  });
});
