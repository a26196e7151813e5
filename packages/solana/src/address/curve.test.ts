import { turns } from '@isochain/dial';
import { getPublicKeyAsync, Point } from '@noble/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';
import { isOffCurveAddress } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAddress } from './address.ts';
import { isOnCurve } from './curve.ts';

const p = 2n ** 255n - 19n;

/** noble's answer by the rules of ZIP 215. curve25519-dalek has the same rules. */
function isPoint(bytes: Uint8Array): boolean {
  try {
    Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** y in 255 bits, and the sign of x. */
function encoded(y: bigint, sign: 0 | 1): Uint8Array {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => Number((y >> BigInt(8 * i)) & 0xffn));
  bytes[31] = (bytes[31] ?? 0) | (sign << 7);
  return bytes;
}

describe('isOnCurve', () => {
  it('agrees with noble on any bytes', () => {
    let points = 0;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const expected = isPoint(bytes);
        points += expected ? 1 : 0;
        expect(isOnCurve(bytes)).toBe(expected);
      }),
      { numRuns: turns(1000) },
    );
    expect(points).toBeGreaterThan(0);
  });

  it('takes every public key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (secret) => {
        expect(isOnCurve(await getPublicKeyAsync(secret))).toBe(true);
      }),
      { numRuns: turns(50) },
    );
  });

  it('agrees with noble at the edges, canonical or not', () => {
    const edges = [0n, 1n, 2n, 3n, 19n, p - 2n, p - 1n, p, p + 1n, p + 2n, p + 18n, 2n ** 252n, 2n ** 128n];
    for (const y of edges) {
      for (const sign of [0, 1] as const) {
        expect([y, sign, isOnCurve(encoded(y, sign))]).toEqual([y, sign, isPoint(encoded(y, sign))]);
      }
    }
  });

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

  it('takes a zero with a sign, like the chain and unlike kit', () => {
    // curve25519-dalek, CompressedEdwardsY::decompress: "-0" is not refused.
    expect(isOnCurve(bytesOf(`01${'00'.repeat(30)}80`))).toBe(true);
    expect(isOnCurve(bytesOf(`ec${'ff'.repeat(31)}`))).toBe(true);
  });
});
