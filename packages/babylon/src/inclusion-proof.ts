import { toHex } from '@isochain/core';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import * as z from 'zod';
import { bytesOf, concatBytes, equalBytes } from './bytes.ts';

/** A merkle proof that a block has a transaction. */
export interface Branch {
  /** Index of the transaction in the block. */
  readonly index: number;
  /** Hex, as explorers show it. */
  readonly blockHash: string;
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** Sibling hashes of the merkle path, the deepest first: 32 bytes each, in internal byte order. */
  readonly branch: readonly Uint8Array[];
}

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.int().min(0).max(0xffff_ffff);

/**
 * Schema of a proof that a stake is in a block of Bitcoin. `index`, `blockHash` and `proof` are those of Babylon's `InclusionProof`
 * (proto/babylon/btcstaking/v1/btcstaking.proto). The header lets everybody verify it.
 */
export const inclusionSchema = z.strictObject({
  /** Index of the transaction in the block. */
  index: z.int().min(1).max(0xffff_ffff),
  /** As explorers show it. */
  blockHash: hex32,
  /** The stake follows Babylon's parameters of this height. */
  blockHeight: height,
  /** 80 bytes. */
  header: z.string().regex(/^[0-9a-f]{160}$/),
  /** Sibling hashes of the merkle path, the deepest first, each in internal byte order. */
  proof: z
    .string()
    .regex(/^(?:[0-9a-f]{64})*$/)
    .max(64 * 32),
});

/** The value of `params.inclusionProof`. Hex. */
export type InclusionProof = z.output<typeof inclusionSchema>;

/**
 * Makes the value of `params.inclusionProof`.
 *
 * @param blockHeight - Height of the Bitcoin block.
 */
export function makeInclusionProof({ index, blockHash, header, branch }: Branch, blockHeight: number): InclusionProof {
  return { index, blockHash, blockHeight, header: toHex(header), proof: toHex(concatBytes(...branch)) };
}

/**
 * Whether a proof is valid: the header has the block hash, and the branch leads to the header's merkle root. It does not prove that the block is on
 * the chain, or its height: Babylon's light client knows that. The first transaction of a block is never a stake.
 *
 * @param txid - Hex, as explorers show it.
 */
export function isIncluded(txid: string, { index, blockHash, header, proof }: InclusionProof): boolean {
  const [head, siblings] = [bytesOf(header), bytesOf(proof)];
  const depth = siblings.length / 32;
  if (!Number.isInteger(depth) || index < 1 || index >= 2 ** depth || head.length !== 80) return false;
  if (toHex(sha256x2(head).reverse()) !== blockHash) return false;
  let hash: Uint8Array = bytesOf(txid).reverse();
  for (let level = 0; level < depth; level++) {
    const sibling = siblings.subarray(32 * level, 32 * (level + 1));
    const isRight = Math.floor(index / 2 ** level) % 2 === 1;
    hash = sha256x2(isRight ? concatBytes(sibling, hash) : concatBytes(hash, sibling));
  }
  // The merkle root in a header.
  return equalBytes(hash, head.subarray(36, 68));
}

/** The block of a stake in Babylon's Bitcoin light client. Heights and times in Bitcoin blocks. */
export interface InclusionDepth {
  readonly tip: number;
  /** Number of blocks after it. Undefined if the light client does not know the block. */
  readonly depth: number | undefined;
  /** `btc_confirmation_depth`: number of blocks that must follow. */
  readonly confirmationDepth: number;
}

/** Facts about the stake itself. */
export interface IncludedStake {
  /** Height of its block. */
  readonly height: number;
  readonly stakingTime: number;
  readonly unbondingTime: number;
}

/**
 * Why Babylon would refuse a stake with an inclusion proof (babylonlabs-io/babylon, x/btcstaking/keeper/inclusion_proof.go:
 * VerifyInclusionProofAndGetHeight).
 *
 * @returns undefined if it would not. `isFinal`: waiting does not help.
 */
export function inclusionProblem(
  { tip, depth, confirmationDepth }: InclusionDepth,
  { height, stakingTime, unbondingTime }: IncludedStake,
): { readonly reason: string; readonly isFinal: boolean } | undefined {
  if (depth === undefined) return { reason: 'Babylon does not know its block yet', isFinal: false };
  // A difference of 1 is allowed, because the tip may move between the answers.
  if (Math.abs(tip - depth - height) > 1)
    return { reason: `its block has height ${height} for one source, and ${tip - depth} for Babylon`, isFinal: false };
  if (depth < confirmationDepth)
    return { reason: `${depth} blocks follow its own, and Babylon asks for ${confirmationDepth}`, isFinal: false };
  if (tip + unbondingTime < height + stakingTime) return undefined;
  return {
    reason: `its time is over in ${unbondingTime} blocks or less, which is too little for Babylon`,
    isFinal: true,
  };
}
