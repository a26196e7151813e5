import { toHex } from '@isochain/core';
import * as z from 'zod';
import { bytesOf, concatBytes } from '../bytes.ts';
import { blockHashOf, isInBlock, type MerkleBlock } from '../upstreams/merkle-block.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.int().min(0).max(0xffff_ffff);

/**
 * That a stake is in a block of Bitcoin. `index`, `blockHash` and `proof` are what Babylon's `InclusionProof` has
 * (proto/babylon/btcstaking/v1/btcstaking.proto); with the header, everybody can verify it.
 */
export const inclusionSchema = z.strictObject({
  /** Place among the transactions of the block. */
  index: z.int().min(1).max(0xffff_ffff),
  /** As explorers show it. */
  blockHash: hex32,
  /** Babylon's parameters of this height are those of the stake. */
  blockHeight: height,
  /** 80 bytes. */
  header: z.string().regex(/^[0-9a-f]{160}$/),
  /** What the id is hashed with, the deepest first, each in the order in which it is hashed. */
  proof: z
    .string()
    .regex(/^(?:[0-9a-f]{64})*$/)
    .max(64 * 32),
});

/** A proof as it stands in `params.inclusionProof`. Hex. */
export type InclusionProof = z.output<typeof inclusionSchema>;

/** @param blockHeight - Of the block on Bitcoin. */
export function makeInclusionProof(
  { index, blockHash, header, branch }: MerkleBlock,
  blockHeight: number,
): InclusionProof {
  return { index, blockHash, blockHeight, header: toHex(header), proof: toHex(concatBytes(...branch)) };
}

/**
 * Whether a proof holds: its block has that hash, and its header names the root that the branch leads to. Whether the block is on the chain, and at
 * which height, Babylon's light client knows. The first transaction of a block is no stake.
 *
 * @param txid - Hex, as explorers show it.
 */
export function isIncluded(txid: string, { index, blockHash, header, proof }: InclusionProof): boolean {
  const [head, siblings] = [bytesOf(header), bytesOf(proof)];
  if (index === 0 || siblings.length % 32 > 0 || blockHashOf(head) !== blockHash) return false;
  const branch = Array.from({ length: siblings.length / 32 }, (_, i) => siblings.subarray(32 * i, 32 * (i + 1)));
  return isInBlock(bytesOf(txid).toReversed(), { header: head, index, branch });
}
