import { createHash } from 'node:crypto';
import { writeMessage } from '@isochain/core/protobuf';

/** A block as nodes answer it, in what its id depends on. */
export interface BlockJson {
  readonly blockID: string;
  readonly block_header: {
    readonly raw_data: {
      readonly number: number;
      readonly timestamp: number;
      readonly txTrieRoot?: string;
      readonly parentHash?: string;
      readonly witness_address?: string;
      readonly version?: number;
    };
  };
}

/** The block with another header, and the id that fits it: a lie that only other blocks can contradict. */
export function blockWith(block: BlockJson, change: Partial<BlockJson['block_header']['raw_data']>): BlockJson {
  const raw = { ...block.block_header.raw_data, ...change };
  const bytes = (text = '') => Buffer.from(text, 'hex');
  const header = writeMessage([
    [1, BigInt(raw.timestamp)],
    [2, bytes(raw.txTrieRoot)],
    [3, bytes(raw.parentHash)],
    [7, BigInt(raw.number)],
    [9, bytes(raw.witness_address)],
    [10, BigInt(raw.version ?? 0)],
  ]);
  const hash = createHash('sha256').update(header).digest('hex');
  const blockID = `${raw.number.toString(16).padStart(16, '0')}${hash.slice(16)}`;
  return { ...block, blockID, block_header: { ...block.block_header, raw_data: raw } };
}
