import { fromHex, toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { fixture } from '../test/babylon.ts';
import { inclusionSchema, isIncluded } from './inclusion-proof.ts';

const { proofs } = fixture('inclusion-proofs.json') as {
  proofs: readonly {
    readonly height: number;
    readonly header: string;
    readonly hash: string;
    readonly txid: string;
    readonly index: number;
    readonly proof: string;
  }[];
};

describe('isIncluded', () => {
  describe.each(proofs)('the recorded proof of block $height', ({ height, header, hash, txid, index, proof }) => {
    const honest = { index, blockHash: hash, blockHeight: height, header, proof };

    it('holds', () => {
      expect(inclusionSchema.safeParse(honest).success).toBe(true);
      expect(isIncluded(txid, honest)).toBe(true);
    });

    it('does not hold for anything else', () => {
      const flipped = (hex: string, at: number) => {
        const changed = fromHex(hex) ?? new Uint8Array();
        changed[at] = (changed[at] ?? 0) ^ 0x80;
        return toHex(changed);
      };
      for (let at = 0; at < 32; at++) expect(isIncluded(flipped(txid, at), honest)).toBe(false);
      for (let at = 0; at < proof.length / 2; at++)
        expect(isIncluded(txid, { ...honest, proof: flipped(proof, at) }), `byte ${at}`).toBe(false);
      for (let at = 0; at < 80; at++)
        expect(isIncluded(txid, { ...honest, header: flipped(header, at) }), `byte ${at}`).toBe(false);
      for (const change of [
        { index: index + 1 },
        { index: index - 1 },
        // Must fail although the low bits, which the branch uses, are the same.
        { index: index + 2 ** (proof.length / 64) },
        { proof: proof.slice(64) },
        { proof: `${proof}${'00'.repeat(32)}` },
        { proof: proof.slice(2) },
        { proof: '' },
        { blockHash: txid },
        { header: `${header}00` },
      ])
        expect(isIncluded(txid, { ...honest, ...change }), JSON.stringify(change)).toBe(false);
    });
  });
});
