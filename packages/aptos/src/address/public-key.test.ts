import { AnyPublicKey, Ed25519PublicKey } from '@aptos-labs/ts-sdk';
import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testKey } from '../../test/sdk.ts';
import { authenticationKey, readPublicKey, schemeOf } from './public-key.ts';

// The seed 07 * 32. Its addresses were made with npm @aptos-labs/ts-sdk 7.3.0.
const key = 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c';
const legacy = '0xcc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad';
const single = '0xbdf12ee5bd166e9f340da2dc557f67389bdaf5d31897791ef23b92e3248c4a19';

describe('a public key', () => {
  it.each([
    ['hex', key],
    ['hex with 0x', `0x${key}`],
    ['upper-case hex', key.toUpperCase()],
    ['AIP-80', `ed25519-pub-0x${key}`],
    ['AIP-80 without 0x', `ed25519-pub-${key}`],
    ['spaces around it', ` ${key}\n`],
  ])('is read from %s', (_, text) => {
    expect(readPublicKey(text)).toEqual({ ok: true, canonical: key, value: key });
  });

  it.each([
    ['nothing', ''],
    ['words', 'key'],
    ['31 bytes', key.slice(2)],
    ['33 bytes, as of secp256k1', `02${key}`],
    ['a private key of AIP-80', `ed25519-priv-0x${key}`],
    ['a key of another curve', `secp256k1-pub-0x${key}`],
    ['an authenticator', `0020${key}`],
    // The y of no point.
    ['no point', `02${'00'.repeat(31)}`],
    ['a y beyond the field', 'ff'.repeat(32)],
    ['zeros', '00'.repeat(32)],
    ['the neutral element', `01${'00'.repeat(31)}`],
    // libsodium, ed25519_ref10.c: blacklist.
    ['a point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ])('is not read from %s', (_, text) => {
    expect(readPublicKey(text)).toEqual({ ok: false, reason: expect.stringMatching(/^it (?:is|has) /) });
  });
});

describe('authentication keys', () => {
  it('are those of the SDK', () => {
    expect(authenticationKey(key, 'ed25519')).toBe(legacy);
    expect(authenticationKey(key, 'single_key')).toBe(single);
    expect(testKey(7)).toMatchObject({ publicKey: key, address: { ed25519: legacy, single_key: single } });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const sdk = new Ed25519PublicKey(bytes);
        const hex = Buffer.from(bytes).toString('hex');
        expect(authenticationKey(hex, 'ed25519')).toBe(sdk.authKey().toString());
        expect(authenticationKey(hex, 'single_key')).toBe(new AnyPublicKey(sdk).authKey().toString());
      }),
      { numRuns: turns(200) },
    );
  });

  it('tell the scheme', () => {
    expect(schemeOf(key, legacy)).toBe('ed25519');
    expect(schemeOf(key, single)).toBe('single_key');
    expect(schemeOf(testKey(8).publicKey, legacy)).toBeUndefined();
  });

  // The wallet of the SDK's own tests, which signed the vectors of Trust Wallet Core.
  it('of a known wallet is its address', () => {
    expect(authenticationKey('ea526ba1710343d953461ff68641f1b7df5f23b9042ffa2d2a798d3adb3f3d6c', 'ed25519')).toBe(
      '0x07968dab936c1bad187c60ce4082f307d030d780e91e694ae03aef16aba73f30',
    );
  });
});
