import { createHash } from 'node:crypto';

// Blocks that exist only in a test: a header, and proofs of its transactions. This file uses no code of the package.

const hash256 = (data: Uint8Array) => createHash('sha256').update(createHash('sha256').update(data).digest()).digest();
const reversed = (hex: string) => Buffer.from(hex, 'hex').reverse();

export interface TestBlock {
  /** 80 bytes in hex. */
  readonly header: string;
  /** As explorers show it. */
  readonly hash: string;
  readonly index: number;
  /** Hashes beside the path, the deepest first, in hex. */
  readonly branch: string;
  /** As `gettxoutproof` answers it, in hex. */
  readonly merkleBlock: string;
}

/** A block with a transaction among others, and the proof of it. */
export function blockWith(txid: string, index = 3, count = 7): TestBlock {
  const other = (i: number) => createHash('sha256').update(`transaction ${i}`).digest();
  const rows = [Array.from({ length: count }, (_, i) => (i === index ? reversed(txid) : other(i)))];
  for (let row = rows[0] ?? []; row.length > 1; ) {
    const pairs = row.filter((_, i) => i % 2 === 0).map((left, i) => [left, row[2 * i + 1] ?? left]);
    row = pairs.map((pair) => hash256(Buffer.concat(pair)));
    rows.push(row);
  }
  const height = rows.length - 1;
  const root = rows[height]?.[0] ?? Buffer.alloc(32);
  const header = Buffer.concat([
    ...[Buffer.from('00000020', 'hex'), other(-1), root],
    ...[Buffer.from('00e1f565', 'hex'), Buffer.from('ffff7f20', 'hex'), Buffer.alloc(4)],
  ]);
  const branch = rows.slice(0, height).map((row, depth) => {
    const at = index >> depth;
    return row[at ^ 1] ?? row[at] ?? Buffer.alloc(0);
  });

  const bits: boolean[] = [];
  const hashes: Uint8Array[] = [];
  const visit = (depth: number, at: number) => {
    const isOnPath = index >> depth === at;
    bits.push(isOnPath);
    const hash = rows[depth]?.[at];
    if ((depth === 0 || !isOnPath) && hash !== undefined) hashes.push(hash);
    else for (const child of [2 * at, 2 * at + 1]) if (child < (rows[depth - 1]?.length ?? 0)) visit(depth - 1, child);
  };
  visit(height, 0);
  const flags = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) if (bit) flags[i >> 3] = (flags[i >> 3] ?? 0) | (1 << (i & 7));
  const merkleBlock = Buffer.concat([
    ...[header, Buffer.of(count, 0, 0, 0), Buffer.of(hashes.length), ...hashes, Buffer.of(flags.length), flags],
  ]);
  return {
    header: header.toString('hex'),
    hash: hash256(header).reverse().toString('hex'),
    index,
    branch: Buffer.concat(branch).toString('hex'),
    merkleBlock: merkleBlock.toString('hex'),
  };
}
