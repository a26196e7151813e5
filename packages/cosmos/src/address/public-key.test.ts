import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/wallet-core.json' with { type: 'json' };
import { namedChain } from '../chains.ts';
import { readPublicKey } from './public-key.ts';

// A key of the recorded answers, and the address that it belongs to (fixtures/encoded.json).
const base64 = 'A4hFmyZTUZlIsSSS8aC0ZHIBEMFHqBVdI9Qjpcw8Idia';
const hex = '0388459b2653519948b12492f1a0b464720110c147a8155d23d423a5cc3c21d89a';
const hub = namedChain('cosmoshub');

describe('a public key', () => {
  it('is read as hex with and without 0x, in any case, and as base64', () => {
    for (const text of [hex, `0x${hex}`, hex.toUpperCase(), base64, ` ${base64}\n`]) {
      const key = readPublicKey(hub, text);
      expect(key).toMatchObject({
        ok: true,
        canonical: hex,
        value: { address: 'cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl' },
      });
    }
  });

  it('is brought to 33 bytes', () => {
    const key = readPublicKey(namedChain('injective'), fixture.injective.publicKey);
    expect(key.ok && key.value.compressed.length).toBe(33);
    expect(key.ok && key.canonical).toBe(key.ok && toHex(key.value.compressed));
  });

  it('has another address on chains with keys of the kind of Ethereum', () => {
    // trustwallet/wallet-core, native_injective_sign.rs
    const { publicKey, address } = fixture.injective;
    expect(readPublicKey(namedChain('injective'), publicKey)).toMatchObject({ value: { address } });
    const onHub = readPublicKey(hub, publicKey);
    expect(onHub.ok && onHub.value.address.slice(7, 20)).not.toBe(address.slice(4, 17));
  });

  it.each([
    ['no bytes', 'what is this?', 'it is neither hexadecimal nor base64'],
    ['an x alone', hex.slice(2), 'it has 32 bytes: expected 33 (compressed) or 65 (uncompressed)'],
    ['no point', `03${'ff'.repeat(32)}`, 'it is not a point of the curve secp256k1'],
    ['a point in the form of both', `07${hex.slice(2)}${hex.slice(2)}`, 'it is not a point of the curve secp256k1'],
  ])('that is %s is refused', (_, text, reason) => {
    expect(readPublicKey(hub, text)).toEqual({ ok: false, reason });
  });
});
