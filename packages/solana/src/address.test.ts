import { toBase58 } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { isOffCurveAddress } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../test/vectors.ts';
import { addressBytes, addressOfPublicKey, checkAddress, checkTransactionId, isOnCurve, toAddress } from './address.ts';

describe('checkAddress', () => {
  it.each([
    'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU',
    '11111111111111111111111111111111',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ])('takes %s', (text) => {
    expect(checkAddress(text)).toEqual({ ok: true, canonical: text });
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
  expect(checkTransactionId(id)).toEqual({ ok: true, canonical: id });
  expect(checkTransactionId(addressOf(3)).ok).toBe(false);
});

describe('isOnCurve', () => {
  const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

  it('agrees with kit on hashes and on odd encodings', () => {
    // 0, 1, p - 1, p, p + 1 (not reduced), and some with the sign bit.
    const odd = [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      `ec${'ff'.repeat(30)}7f`,
      `ed${'ff'.repeat(30)}7f`,
      `ee${'ff'.repeat(30)}7f`,
      `${'00'.repeat(31)}80`,
      'ff'.repeat(32),
    ].map(bytesOf);
    const hashes = Array.from({ length: 300 }, (_, i) => sha256(Uint8Array.of(i & 255, i >> 8)));
    for (const bytes of [...odd, ...hashes]) expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(toAddress(bytes)));
  });

  it('takes a zero with a sign, as the chain does (and kit does not)', () => {
    // curve25519-dalek, CompressedEdwardsY::decompress: "-0" is not refused.
    expect(isOnCurve(bytesOf(`01${'00'.repeat(30)}80`))).toBe(true);
    expect(isOnCurve(bytesOf(`ec${'ff'.repeat(31)}`))).toBe(true);
  });
});

describe('addressOfPublicKey', () => {
  // RFC 8032, section 7.1, test 1: a public key.
  const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

  it.each([key, `0x${key}`, key.toUpperCase(), 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'])('takes %s', (text) => {
    expect(addressOfPublicKey(text)).toEqual({ ok: true, canonical: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z' });
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
