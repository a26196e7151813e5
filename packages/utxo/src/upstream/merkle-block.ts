import { attempt, sha256, toHex } from '@isochain/core';
import { BTCArray, VarBytes } from '@scure/btc-signer/script.js';
import { bytes, struct, U32LE } from 'micro-packed';
import { concatBytes, equalBytes } from '../bytes/byte-arrays.ts';

/** Proof that a block has a transaction: the header, and the branch of the merkle tree from the transaction to the root in the header. */
export interface MerkleBlock {
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** Hex, as explorers show it. */
  readonly blockHash: string;
  /** Hex, as explorers show it. */
  readonly txid: string;
  /** Its place among the transactions of the block. */
  readonly index: number;
  /** The hashes of the branch, the deepest first. 32 bytes each, in the byte order that is hashed. */
  readonly branch: readonly Uint8Array[];
}

/** The most transactions in a block: 4,000,000 weight units, at least 240 for each (Bitcoin Core, src/merkleblock.cpp: ExtractMatches). */
const mostTransactions = 16_666;

const headerLength = 80;
/** Offset of the merkle root in a header. */
const rootAt = 36;

interface Node {
  readonly hash: Uint8Array;
  readonly match?:
    | { readonly hash: Uint8Array; readonly index: number; readonly branch: readonly Uint8Array[] }
    | undefined;
}

/**
 * Reads what `gettxoutproof` answers, and Esplora's `merkleblock-proof`: the message `merkleblock` of BIP37, about one transaction. The branch is
 * checked against the header. The header's proof of work, and whether it is on the chain, are not checked.
 *
 * @returns undefined if it is not a valid proof, or is about several transactions.
 */
export function readMerkleBlock(message: Uint8Array): MerkleBlock | undefined {
  return attempt(() => read(message));
}

const coder = /* @__PURE__ */ (() =>
  struct({ header: bytes(headerLength), count: U32LE, hashes: BTCArray(bytes(32)), flags: VarBytes }))();

/** @throws Error if it proves nothing. */
function read(message: Uint8Array): MerkleBlock {
  const { header, count, hashes, flags } = coder.decode(message);
  if (count === 0 || count > mostTransactions) throw new RangeError();

  let [bitsUsed, hashesUsed] = [0, 0];
  const widthAt = (height: number) => Math.ceil(count / 2 ** height);
  const nextBit = () => {
    const byte = flags[bitsUsed >> 3];
    if (byte === undefined) throw new RangeError();
    return ((byte >> (bitsUsed++ & 7)) & 1) === 1;
  };
  const nextHash = () => {
    const hash = hashes[hashesUsed++];
    if (hash === undefined) throw new RangeError();
    return hash;
  };
  const walk = (height: number, index: number): Node => {
    const isOnPath = nextBit();
    if (height === 0 || !isOnPath) {
      const hash = nextHash();
      return isOnPath ? { hash, match: { hash, index, branch: [] } } : { hash };
    }
    const left = walk(height - 1, index * 2);
    // In an odd row the last hash is hashed with itself.
    const right = index * 2 + 1 < widthAt(height - 1) ? walk(height - 1, index * 2 + 1) : undefined;
    // If both sides are the same, the tree could also have another shape (CVE-2012-2459).
    if (right !== undefined && (equalBytes(left.hash, right.hash) || (left.match && right.match)))
      throw new RangeError();
    const match = left.match ?? right?.match;
    const sibling = match === left.match ? (right ?? left).hash : left.hash;
    return {
      hash: hash256(concatBytes(left.hash, (right ?? left).hash)),
      match: match && { ...match, branch: [...match.branch, sibling] },
    };
  };

  const { hash: root, match } = walk(Math.ceil(Math.log2(count)), 0);
  const isUsedUp = hashesUsed === hashes.length && (bitsUsed + 7) >> 3 === flags.length;
  if (match === undefined || !isUsedUp || !equalBytes(root, rootOf(header))) throw new RangeError();
  const { index, branch } = match;
  return { header, blockHash: blockHashOf(header), txid: displayed(match.hash), index, branch };
}

/** Hash of a block, as explorers show it. */
function blockHashOf(header: Uint8Array): string {
  return displayed(hash256(header));
}

function rootOf(header: Uint8Array): Uint8Array {
  return header.subarray(rootAt, rootAt + 32);
}

function hash256(data: Uint8Array): Uint8Array {
  return sha256(sha256(data));
}

function displayed(hash: Uint8Array): string {
  return toHex(hash.toReversed());
}
