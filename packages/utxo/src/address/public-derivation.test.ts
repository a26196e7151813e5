import * as ecc from '@bitcoinerlab/secp256k1';
import { attempt, toHex } from '@isochain/core';
import { fromBase58Check, toBase58Check } from '@isochain/core/bytes';
import { turns } from '@isochain/dial';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { BIP32Factory, type BIP32Interface } from 'bip32';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import vectors from '../../fixtures/bip32-vectors.json' with { type: 'json' };
import { bytes } from '../../test/fixtures.ts';
import { chains } from '../chains.ts';
import { parseAccount } from './account-id.ts';
import { addMultiple } from './curve.ts';
import { readExtendedKey } from './extended-key.ts';
import { deriveChild, type ExtendedPublicKey } from './public-derivation.ts';
import { tweakKey } from './taproot.ts';

const { network } = chains.bitcoin;
const bip32 = BIP32Factory(ecc);

function read(text: string) {
  const found = readExtendedKey(network, text);
  if (!found.ok) throw new Error(found.reason);
  return found;
}
const plain = ({ publicKey, chainCode }: ExtendedPublicKey) => [toHex(publicKey), toHex(chainCode)];

describe('extended public keys', () => {
  it.each(vectors.valid)('of test vector $vector of BIP32, $path', ({ key }) => {
    const { key: found, neutral, type } = read(key);
    expect([neutral, type]).toEqual([key, 'p2pkh']);
    const payload = fromBase58Check(key)?.payload ?? new Uint8Array();
    expect(plain(found)).toEqual([toHex(payload.subarray(45)), toHex(payload.subarray(13, 45))]);
  });

  it.each(vectors.invalid)('are refused if they are malformed: $reason', ({ key }) => {
    expect(parseAccount(network, key)).toMatchObject({ ok: false });
  });

  it('are taken exactly if the package bip32 takes them, even with a changed byte', () => {
    const outcomes = { taken: 0, refused: 0 };
    const changes = fc.tuple(fc.constantFrom(...vectors.valid), fc.integer({ min: 4, max: 77 }), fc.nat(255));
    fc.assert(
      fc.property(changes, ([{ key }, at, byte]) => {
        const payload = fromBase58Check(key)?.payload ?? new Uint8Array();
        // The next test covers keys that are too deep.
        const changed = toBase58Check(payload.with(at, at === 4 ? byte % 254 : byte));
        const theirs = attempt(() => bip32.fromBase58(changed));
        const ours = readExtendedKey(network, changed);
        expect(ours.ok && plain(ours.key)).toEqual(theirs !== undefined && plain(publicParts(theirs)));
        outcomes[ours.ok ? 'taken' : 'refused'] += 1;
      }),
      { numRuns: turns(500) },
    );
    // An ordinary run comes to 14, with a deviation of 4 (20 seeds).
    expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(turns(50, 0));
  });

  it('are refused if the depth of their addresses would not fit into a byte', () => {
    const payload = fromBase58Check(vectors.valid.at(-1)?.key ?? '')?.payload ?? new Uint8Array();
    const at = (depth: number) => readExtendedKey(network, toBase58Check(payload.with(4, depth)));
    expect(at(253)).toMatchObject({ ok: true });
    expect(at(254)).toEqual({ ok: false, reason: 'it is not a valid extended public key (BIP32)' });
  });
});

describe('children', () => {
  const children = vectors.valid.flatMap(({ vector, path, key }) => {
    const [, parentPath, index] = /^(.*)\/(\d+)$/.exec(path) ?? [];
    const parent = vectors.valid.find((each) => each.vector === vector && each.path === parentPath);
    return parent === undefined ? [] : [{ vector, path, parent: parent.key, index: Number(index), key }];
  });

  it('are in the vectors', () => expect(children).toHaveLength(6));

  it.each(children)('of test vector $vector of BIP32: $path', ({ parent, index, key }) => {
    const found = read(parent).key;
    expect(plain(deriveChild(found, index))).toEqual(plain(read(key).key));
    // Keys name their parents.
    const named = toHex(fromBase58Check(key)?.payload.subarray(5, 9) ?? new Uint8Array());
    expect(read(parent).fingerprint.toString(16).padStart(8, '0')).toBe(named);
  });

  it('equal the children of the package bip32', () => {
    const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 });
    fc.assert(
      fc.property(seeds, fc.array(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 2 }), (seed, path) => {
        let theirs = bip32.fromSeed(seed).neutered();
        let ours = publicParts(theirs);
        for (const index of path) {
          theirs = theirs.derive(index);
          ours = deriveChild(ours, index);
          expect(plain(ours)).toEqual(plain(publicParts(theirs)));
        }
      }),
      { numRuns: turns(50) },
    );
  });

  it('are made without random numbers, because assemble must be too', () => {
    const random = vi.spyOn(crypto, 'getRandomValues');
    const { key } = read(vectors.valid[0]?.key ?? '');
    deriveChild(key, 0);
    tweakKey(key.publicKey.subarray(1));
    expect(random).not.toHaveBeenCalled();
    // What notices it, if they were: the multiplication that signers need.
    secp256k1.Point.BASE.multiply(3n);
    expect(random).toHaveBeenCalled();
    random.mockRestore();
  });

  it.each([2 ** 31, 2 ** 32 - 1, 2 ** 32, -1, 0.5])('do not exist with number %d', (index) => {
    expect(() => deriveChild(read(vectors.valid[0]?.key ?? '').key, index)).toThrow();
  });
});

function publicParts({ publicKey, chainCode }: BIP32Interface): ExtendedPublicKey {
  return { publicKey, chainCode };
}

describe('a point and a multiple of the generator', () => {
  const order = secp256k1.Point.Fn.ORDER;
  const factor = (value: bigint) => bytes(value.toString(16).padStart(64, '0'));
  const times = (value: bigint) => secp256k1.Point.BASE.multiply(value).toBytes(true);
  const point = times(5n);

  it('are added', () => {
    expect(addMultiple(point, factor(0n))).toEqual(point);
    expect(addMultiple(point, factor(2n))).toEqual(times(7n));
    expect(addMultiple(point, factor(5n))).toEqual(times(10n));
    expect(addMultiple(point, factor(order - 1n))).toEqual(times(4n));
  });

  it('are undefined if their sum is infinity, or if the factor is not below the order', () => {
    expect(addMultiple(point, factor(order - 5n))).toBeUndefined();
    expect(addMultiple(point, factor(order))).toBeUndefined();
    expect(addMultiple(point, factor(2n ** 256n - 1n))).toBeUndefined();
  });
});
