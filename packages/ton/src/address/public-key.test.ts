import { describe, expect, it } from 'vitest';
import { sdk } from '../../test/fixtures.ts';
import { readPublicKey } from './public-key.ts';

const hex = sdk.publicKey;

describe('readPublicKey', () => {
  it.each([hex, `0x${hex}`, hex.toUpperCase(), ` ${hex}\n`])('reads %s', (text) => {
    expect(readPublicKey(text)).toEqual({ ok: true, canonical: hex, value: Uint8Array.from(Buffer.from(hex, 'hex')) });
  });

  it.each([
    [hex.slice(2), 'it has 31 bytes: expected 32'],
    [`${hex}00`, 'it has 33 bytes: expected 32'],
    ['', 'it has 0 bytes: expected 32'],
    [hex.slice(1), 'it is not hexadecimal'],
    ['zz', 'it is not hexadecimal'],
  ])('refuses %s', (text, reason) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason });
  });
});
