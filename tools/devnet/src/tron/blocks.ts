import { createHash } from 'node:crypto';
import type { Hex } from './protocol.ts';
import { messageOf } from './wire.ts';

/** The time between two blocks, in milliseconds. */
export const slotMs = 3_000;

export interface BlockHeader {
  readonly number: number;
  /** Milliseconds. */
  readonly timestamp: number;
  readonly txTrieRoot: Hex;
  readonly parentHash: Hex;
  /** 21 bytes. In the genesis block a sentence. */
  readonly witness: Hex;
  readonly version: number;
}

export interface Block {
  /** 8 bytes of the number, and the last 24 of the header's hash. */
  readonly id: Hex;
  readonly header: BlockHeader;
  /** Ids of the transactions. */
  readonly transactions: readonly Hex[];
}

/**
 * The header of mainnet's genesis block, from java-tron's config.conf (`genesis.block`) and BlockUtil. The root is that of its three transfers.
 * Its id is 00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc (also CAIP-2's page for Tron); blocks.test.ts computes it.
 */
const mainnetGenesis: BlockHeader = {
  number: 0,
  timestamp: 0,
  txTrieRoot: '8ef446bf3f395af929c218014f6101ec86576c5f61b2ae3236bf3a2ab5e2fecd',
  parentHash: 'e58f33f9baf9305dc6f82b9f1934ea8f0ade2defb951258d50167028c780351f',
  witness: Buffer.from(
    'A new system must allow existing systems to be linked together without requiring any central control or coordination',
  ).toString('hex'),
  version: 0,
};

/** The header of the genesis block. Another network has another parent. */
export function genesisHeader(network: 'mainnet' | 'another'): BlockHeader {
  return network === 'mainnet' ? mainnetGenesis : { ...mainnetGenesis, parentHash: '11'.repeat(32) };
}

/** The id follows from the number and the bytes of `protocol.BlockHeader.raw`. */
export function blockIdOf(header: BlockHeader): Hex {
  const { number, timestamp, txTrieRoot, parentHash, witness, version } = header;
  const bytes = (text: Hex) => Buffer.from(text, 'hex');
  const fields: [number, bigint | Uint8Array][] = [
    [1, BigInt(timestamp)],
    [2, bytes(txTrieRoot)],
    [3, bytes(parentHash)],
    [7, BigInt(number)],
    [9, bytes(witness)],
    [10, BigInt(version)],
  ];
  const raw = messageOf(fields.filter(([, value]) => value !== 0n));
  return number.toString(16).padStart(16, '0') + sha256(raw).toString('hex').slice(16);
}

/** The Merkle root of whole transactions: sha256, where an odd hash goes up as it is (java-tron, MerkleTree). 32 zero bytes if there are none. */
export function merkleRoot(transactions: readonly Uint8Array[]): Hex {
  let level = transactions.map(sha256);
  if (level.length === 0) return '00'.repeat(32);
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
      const pair = level.slice(2 * index, 2 * index + 2);
      return pair.length === 2 ? sha256(Buffer.concat(pair)) : (pair[0] ?? Buffer.alloc(0));
    });
  }
  return level[0]?.toString('hex') ?? '';
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
