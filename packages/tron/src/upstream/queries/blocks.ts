import { bytesOf, sha256, toHex } from '@isochain/core';
import { writeMessage } from '@isochain/core/protobuf';
import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { hash, hex, integer, milliseconds } from '../fields.ts';
import { nodeQuery, type Query } from '../query.ts';

/** A block, without its transactions. */
export interface Block {
  /** 32 bytes in hex: eight bytes are the number. */
  readonly id: string;
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

const header = z.object({
  number: integer,
  txTrieRoot: hex.default(''),
  witness_address: hex.default(''),
  parentHash: hex.default(''),
  version: integer,
  timestamp: milliseconds,
  accountStateRoot: hex.optional(),
});

const block = z.object({ blockID: hash, block_header: z.object({ raw_data: header }) });

/**
 * The latest block of the node.
 *
 * @throws RejectedAnswer if the id is not that of the header: a transaction that refers to it would never be taken.
 */
export const latestBlock: Query<Block> = blockQuery('/wallet/getblock');

/** The latest block that can no longer be replaced. */
export const solidBlock: Query<Block> = blockQuery('/walletsolidity/getblock');

function blockQuery(path: string): Query<Block> {
  return nodeQuery({ path, body: { detail: false }, schema: block, read: readBlock });
}

/** The id of block 0: which network this is. */
export const genesisId: Query<string> = nodeQuery({
  path: '/wallet/getblock',
  body: { id_or_num: '0', detail: false },
  schema: z.object({ blockID: hash }),
  read: ({ blockID }) => blockID,
});

/** A transaction may refer to any of the latest 65,536 blocks (the store of recent blocks of tronprotocol/java-tron keeps so many). */
const referable = 65_536;
/** Blocks in the 24 hours that a transaction may live. */
const blocksOfLife = 28_800;

/** The two blocks are asked for side by side, and several nodes may stand behind one address: the second answer may be some blocks ahead. */
const mostAhead = { blocks: 20, ms: 60_000 } as const;

/**
 * Requires that a transaction may refer to the solid block for as long as it lives.
 *
 * @throws RejectedAnswer if the solid block is newer than the latest block by a minute or more, or so old that the chain would refuse the transaction.
 */
export function requireReference(head: Block, solid: Block): void {
  if (solid.number > head.number + mostAhead.blocks || solid.timestamp > head.timestamp + mostAhead.ms) {
    throw new RejectedAnswer('its solid block is newer than its latest block');
  }
  if (head.number - solid.number > referable - blocksOfLife) throw new RejectedAnswer('its solid block is too old');
}

function readBlock({ blockID, block_header: { raw_data: raw } }: z.output<typeof block>): Block {
  if (blockID !== idOf(raw)) throw new RejectedAnswer('the id of a block is not that of its header');
  return { id: blockID, number: raw.number, timestamp: raw.timestamp };
}

/**
 * The id of a block: its number, and the end of the SHA-256 of its header (BlockCapsule of tronprotocol/java-tron; BlockHeader.raw of
 * tronprotocol/protocol, core/Tron.proto).
 */
function idOf(raw: z.output<typeof header>): string {
  const bytes = writeMessage([
    [1, BigInt(raw.timestamp)],
    [2, bytesOf(raw.txTrieRoot)],
    [3, bytesOf(raw.parentHash)],
    [7, BigInt(raw.number)],
    [9, bytesOf(raw.witness_address)],
    [10, BigInt(raw.version)],
    [11, bytesOf(raw.accountStateRoot ?? '')],
  ]);
  return `${raw.number.toString(16).padStart(16, '0')}${toHex(sha256(bytes)).slice(16)}`;
}
