import type { Cell, Slice } from './ton-core.ts';

// Dictionaries (ton-blockchain/ton, crypto/block/block.tlb: Hashmap). Not read with @ton/core: it follows every branch, and a dictionary of a few
// cells that stand in many branches would keep it busy for years. Such cells come from clients and from endpoints.

/** A node: the bits of the key that it adds, and what follows. */
interface Node {
  readonly key: bigint;
  /** Bits of the key that are still to come. */
  readonly left: number;
  readonly rest: Slice;
}

/**
 * The value of a key.
 *
 * @param root - The cell of the dictionary.
 * @param bits - Length of its keys.
 * @returns Undefined if the dictionary lacks the key.
 * @throws RangeError or others if a node on the way is malformed.
 */
export function lookUp(root: Cell, key: bigint, bits: number): Slice | undefined {
  const wanted = BigInt.asUintN(bits, key);
  let node = readNode(0n, bits, root);
  for (;;) {
    if (node.key !== wanted >> BigInt(node.left)) return undefined;
    if (node.left === 0) return node.rest;
    const isRight = (wanted >> BigInt(node.left - 1)) & 1n;
    const left = node.rest.loadRef();
    node = readNode((node.key << 1n) | isRight, node.left - 1, isRight === 1n ? node.rest.loadRef() : left);
  }
}

/**
 * All entries, in the order of their keys as unsigned numbers.
 *
 * @param most - Dictionaries with more entries are refused.
 * @throws RangeError or others if it is too large or malformed.
 */
export function entriesOf(root: Cell, bits: number, most: number): [key: bigint, value: Slice][] {
  const entries: [bigint, Slice][] = [];
  const waiting = [readNode(0n, bits, root)];
  // Each fork adds an entry, so that a dictionary has one fork less than entries.
  let forks = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.left === 0) {
      entries.push([node.key, node.rest]);
      continue;
    }
    forks += 1;
    if (forks >= most) throw new RangeError(`more than ${most} entries`);
    const left = node.rest.loadRef();
    waiting.push(readNode((node.key << 1n) | 1n, node.left - 1, node.rest.loadRef()));
    waiting.push(readNode(node.key << 1n, node.left - 1, left));
  }
  return entries;
}

/** Reads the label of a node: hml_short$0, hml_long$10 or hml_same$11. */
function readNode(before: bigint, bits: number, cell: Cell): Node {
  const rest = cell.beginParse();
  let length = 0;
  let label: bigint;
  if (!rest.loadBit()) {
    while (rest.loadBit()) length += 1;
    label = rest.loadUintBig(length);
  } else {
    const isSame = rest.loadBit();
    const bit = isSame && rest.loadBit();
    length = rest.loadUint(lengthBits(bits));
    if (isSame) label = bit ? (1n << BigInt(length)) - 1n : 0n;
    else label = rest.loadUintBig(length);
  }
  if (length > bits) throw new RangeError('a label is longer than the key');
  return { key: (before << BigInt(length)) | label, left: bits - length, rest };
}

/** Bits of a number between 0 and `most`: `#<= n` of TL-B. */
function lengthBits(most: number): number {
  return most.toString(2).length * Number(most > 0);
}
