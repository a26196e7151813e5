import { toHex } from '@isochain/core';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import * as z from 'zod';
import { bytesOf, concatBytes, equalBytes } from './bytes.ts';

/** That a block has a transaction. */
export interface Branch {
  /** Place among the transactions of the block. */
  readonly index: number;
  /** Hex, as explorers show it. */
  readonly blockHash: string;
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** What the id is hashed with, the deepest first: 32 bytes each, in the order in which they are hashed. */
  readonly branch: readonly Uint8Array[];
}

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

/**
 * Writes a proof as it stands in `params.inclusionProof`.
 *
 * @param blockHeight - Of the block on Bitcoin.
 */
export function makeInclusionProof({ index, blockHash, header, branch }: Branch, blockHeight: number): InclusionProof {
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
  const depth = siblings.length / 32;
  if (!Number.isInteger(depth) || index < 1 || index >= 2 ** depth || head.length !== 80) return false;
  if (toHex(sha256x2(head).reverse()) !== blockHash) return false;
  let hash: Uint8Array = bytesOf(txid).reverse();
  for (let level = 0; level < depth; level++) {
    const sibling = siblings.subarray(32 * level, 32 * (level + 1));
    const isRight = Math.floor(index / 2 ** level) % 2 === 1;
    hash = sha256x2(isRight ? concatBytes(sibling, hash) : concatBytes(hash, sibling));
  }
  // Where the root of the merkle tree stands in a header.
  return equalBytes(hash, head.subarray(36, 68));
}

/** Where the block of a stake is, as Babylon's Bitcoin light client has it. Heights and times in Bitcoin blocks. */
export interface InclusionDepth {
  readonly tip: number;
  /** How many blocks follow; undefined if the light client does not know the block. */
  readonly depth: number | undefined;
  /** `btc_confirmation_depth`: so many have to follow. */
  readonly confirmationDepth: number;
}

/** Of the stake itself. */
export interface IncludedStake {
  /** Of its block. */
  readonly height: number;
  readonly stakingTime: number;
  readonly unbondingTime: number;
}

/**
 * What keeps Babylon from taking a stake with the proof that it is in a block (babylonlabs-io/babylon, x/btcstaking/keeper/inclusion_proof.go:
 * VerifyInclusionProofAndGetHeight).
 *
 * @returns undefined if nothing does. `isFinal`: waiting does not help.
 */
export function inclusionProblem(
  { tip, depth, confirmationDepth }: InclusionDepth,
  { height, stakingTime, unbondingTime }: IncludedStake,
): { readonly reason: string; readonly isFinal: boolean } | undefined {
  if (depth === undefined) return { reason: 'Babylon does not know its block yet', isFinal: false };
  // The tip may move on while it is asked for.
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
