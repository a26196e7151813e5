import { toBase58 } from '@isochain/core/bytes';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../test/vectors.ts';
import { addressBytes, addressOfPublicKey, checkAddress, checkTransactionId, toAddress } from './address.ts';

describe('checkAddress', () => {
  it.each([
    'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU',
    '11111111111111111111111111111111',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ])('takes %s', (text) => {
    expect(checkAddress(text)).toEqual({ ok: true, canonical: text, value: text });
    expect(toAddress(addressBytes(text))).toBe(text);
  });

  it.each([
    ['', 'it is not base58'],
    ['0OIl', 'it is not base58'],
    ['kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NS', 'it has 31 bytes: expected 32'],
    ['1111111111111111111111111111111', 'it has 31 bytes: expected 32'],
    ['111111111111111111111111111111111', 'it has 33 bytes: expected 32'],
    ['0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17', 'it is hexadecimal: addresses of Solana are base58'],
    [' 11111111111111111111111111111111', 'it is not base58'],
    ['1'.repeat(5000), 'it is not base58'],
  ])('refuses %j', (text, reason) => {
    expect(checkAddress(text)).toEqual({ ok: false, reason });
  });
});

it('takes 64 bytes in base58 as a transaction id', () => {
  const id = toBase58(new Uint8Array(64).fill(9));
  expect(checkTransactionId(id)).toEqual({ ok: true, canonical: id, value: id });
  expect(checkTransactionId(addressOf(3)).ok).toBe(false);
});

describe('addressOfPublicKey', () => {
  // RFC 8032, section 7.1, test 1: a public key.
  const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

  it.each([key, `0x${key}`, key.toUpperCase(), 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'])('takes %s', (text) => {
    const address = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z';
    expect(addressOfPublicKey(text)).toEqual({ ok: true, canonical: address, value: address });
  });

  it.each([
    ['', 'it has 0 bytes: expected 32'],
    [key.slice(2), 'it has 31 bytes: expected 32'],
    ['not a key', 'it is neither hexadecimal nor base58'],
    [`02${'00'.repeat(31)}`, 'it is not a point of the curve ed25519'],
  ])('refuses %j', (text, reason) => {
    expect(addressOfPublicKey(text)).toEqual({ ok: false, reason });
  });
});
