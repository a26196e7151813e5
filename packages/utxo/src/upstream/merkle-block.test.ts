import { createHash } from 'node:crypto';
import { inclusionSchema, isIncluded, makeInclusionProof } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { blockWith } from '../../../babylon/test/blocks.ts';
import { bytes, fixture } from '../../test/fixtures.ts';
import { readMerkleBlock } from './merkle-block.ts';

interface Recorded {
  readonly hash: string;
  readonly txid: string;
  readonly index?: number;
  readonly transactions: number;
  readonly hex: string;
}
const { blocks } = fixture<{ blocks: readonly [Recorded, ...Recorded[]] }>('merkle-blocks');
const hash256 = (data: Uint8Array) => createHash('sha256').update(createHash('sha256').update(data).digest()).digest();
const reversed = (hex: string) => Buffer.from(hex, 'hex').reverse();

/** Folds a branch as summa-tx/bitcoin-spv does: the lowest bit of the index says on which side the sibling is. */
function rootOf(txid: string, index: number, branch: readonly Uint8Array[]): string {
  let [hash, at] = [reversed(txid), index];
  for (const sibling of branch) {
    hash = hash256(Buffer.concat(at % 2 === 1 ? [sibling, hash] : [hash, sibling]));
    at >>= 1;
  }
  return hash.toString('hex');
}

describe('readMerkleBlock', () => {
  it.each(blocks)(
    'finds the branch of a real transaction among $transactions',
    ({ hash, txid, index, transactions, hex }) => {
      const found = readMerkleBlock(bytes(hex));
      expect(found).toMatchObject({ blockHash: hash, txid });
      expect(toHex(found?.header ?? new Uint8Array())).toBe(hex.slice(0, 160));
      if (index !== undefined) expect(found?.index).toBe(index);
      expect(found?.branch).toHaveLength(Math.ceil(Math.log2(transactions)));
      expect(rootOf(txid, found?.index ?? 0, found?.branch ?? [])).toBe(hex.slice(72, 136));
    },
  );

  it.each(blocks)('refuses every changed byte: $transactions transactions', ({ hex, txid, hash }) => {
    for (let at = 0; at < hex.length / 2; at++) {
      const changed = bytes(hex);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const read = readMerkleBlock(changed);
      // The rest of the header has no part in the proof, but is in its hash.
      const isAside = at < 36 || (at >= 68 && at < 80);
      if (isAside) expect(read?.blockHash).not.toBe(hash);
      else expect(read?.txid === txid && read.index !== undefined, `byte ${at}`).toBe(false);
    }
  });

  it('refuses missing and surplus bytes', () => {
    const [{ hex }] = blocks;
    for (let length = 0; length < hex.length; length += 2)
      expect(readMerkleBlock(bytes(hex.slice(0, length)))).toBeUndefined();
    expect(readMerkleBlock(bytes(`${hex}00`))).toBeUndefined();
  });

  it('finds every place in trees of every shape', () => {
    const txid = 'ab'.repeat(32);
    for (let count = 1; count <= 17; count++)
      for (let index = 0; index < count; index++) {
        const { hash, branch, merkleBlock } = blockWith(txid, index, count);
        const found = readMerkleBlock(bytes(merkleBlock));
        expect(found, `${index} of ${count}`).toMatchObject({ blockHash: hash, txid, index });
        expect(found?.branch.map(toHex).join('')).toBe(branch);
      }
  });

  // Like Bitcoin Core's pmt_malleability (src/test/pmt_tests.cpp): 12 transactions have the root of 10 if the last two repeat the two before them.
  it('refuses a tree with equal branches on both sides (CVE-2012-2459)', () => {
    const leaf = (number: number) => reversed(number.toString(16).padStart(64, '0'));
    const pair = (a: Uint8Array, b: Uint8Array) => hash256(Buffer.concat([a, b]));
    const twin = pair(leaf(9), leaf(10));
    const left = pair(
      pair(pair(leaf(1), leaf(2)), pair(leaf(3), leaf(4))),
      pair(pair(leaf(5), leaf(6)), pair(leaf(7), leaf(8))),
    );
    const upper = pair(twin, twin);
    const root = pair(left, pair(upper, upper));
    const make = (count: number, hashes: readonly Uint8Array[], flags: readonly number[]) =>
      new Uint8Array(
        Buffer.concat([
          ...[Buffer.alloc(36), root, Buffer.alloc(12), Buffer.of(count, 0, 0, 0), Buffer.of(hashes.length), ...hashes],
          Buffer.of(flags.length, ...flags),
        ]),
      );
    // 10 transactions, and the last is meant: root, left (no), right, its child, the pair, 9 (no), 10.
    const honest = readMerkleBlock(make(10, [left, leaf(9), leaf(10)], [0b1011101]));
    expect(honest).toMatchObject({ index: 9, txid: `${'0'.repeat(63)}a` });
    expect(readMerkleBlock(make(12, [left, leaf(9), leaf(10), twin], [0b01011101]))).toBeUndefined();
  });

  it('refuses more transactions than a block can have', () => {
    const [, , , { hex }] = blocks as readonly [Recorded, Recorded, Recorded, Recorded];
    const count = (value: number) => {
      const changed = bytes(hex);
      new DataView(changed.buffer).setUint32(80, value, true);
      return readMerkleBlock(changed);
    };
    expect(count(1)).toBeDefined();
    for (const value of [0, 16_667, 2 ** 32 - 1]) expect(count(value), String(value)).toBeUndefined();
  });
});

describe('a proof for Babylon', () => {
  it.each(blocks)(
    'of $transactions transactions: holds of what a node proves, unless it is the coinbase',
    ({ hex, txid }) => {
      const block = readMerkleBlock(bytes(hex));
      if (block === undefined) throw new Error('no merkle block');
      const proof = makeInclusionProof(block, 100_000);
      expect(proof).toMatchObject({ index: block.index, blockHash: block.blockHash, blockHeight: 100_000 });
      expect(proof.header).toBe(hex.slice(0, 160));
      expect(inclusionSchema.safeParse(proof).success).toBe(block.index > 0);
      // Babylon takes no coinbase for a stake (x/btcstaking/keeper/inclusion_proof.go).
      expect(isIncluded(txid, proof)).toBe(block.index > 0);
    },
  );
});
