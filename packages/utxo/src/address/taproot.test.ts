import { toHex } from '@isochain/core';
import { taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import { describe, expect, it } from 'vitest';
import { bytes, fixture } from '../../test/fixtures.ts';
import { keyOf } from '../../test/plans.ts';
import { tweakKey } from './taproot.ts';

const { scriptPubKey } = fixture<{
  scriptPubKey: {
    given: { internalPubkey: string };
    intermediary: { merkleRoot: string | null; tweakedPubkey: string };
    expected: { scriptPathControlBlocks?: string[] };
  }[];
}>('bip341-wallet-vectors');

describe('an output key', () => {
  it.each(scriptPubKey)('is $intermediary.tweakedPubkey (BIP341)', ({ given, intermediary, expected }) => {
    const { key, parity } = tweakKey(bytes(given.internalPubkey), bytes(intermediary.merkleRoot ?? ''));
    expect(toHex(key)).toBe(intermediary.tweakedPubkey);
    // The lowest bit of a control block is the parity.
    for (const block of expected.scriptPathControlBlocks ?? []) expect((bytes(block)[0] ?? 0) & 1).toBe(parity);
  });

  it('agrees with @scure/btc-signer for odd and even y', () => {
    const parities = Array.from({ length: 20 }, (_, i) => {
      const { xOnly } = keyOf(i);
      const { key, parity } = tweakKey(xOnly);
      expect([key, parity]).toEqual(taprootTweakPubkey(xOnly, new Uint8Array()));
      return parity;
    });
    expect(new Set(parities)).toEqual(new Set([0, 1]));
  });

  it('does not exist if the internal key is no point', () => {
    expect(() => tweakKey(bytes(`${'00'.repeat(31)}05`))).toThrow();
  });
});
