import * as z from 'zod';
import { bytesOf } from '../bytes/byte-arrays.ts';
import { readMerkleBlock } from './merkle-block.ts';

// Proofs that transactions are in blocks. Nodes and Esplora write them alike; Blockbook makes none.

/** A proof in hex, read and verified against its header. */
export const merkleBlockSchema = z
  .string()
  .trim()
  .transform((text, { issues }) => {
    const block = readMerkleBlock(bytesOf(text));
    if (block !== undefined) return block;
    issues.push({ code: 'custom', input: text, message: 'proves nothing' });
    return z.NEVER;
  });

/** How Esplora answers `merkleblock-proof` (https://github.com/Blockstream/esplora/blob/master/API.md). */
export const inclusionText = { as: 'text', schema: merkleBlockSchema } as const;
