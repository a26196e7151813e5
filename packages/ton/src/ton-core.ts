// The only file that imports @ton/core, so that its Buffer is there before it loads.
import './buffer-shim.ts';
import { Cell } from '@ton/core';

// `Dictionary`, `loadMessage`, `loadStateInit` and what else reads dictionaries are missing on purpose: dictionary.ts says why.
export {
  Address,
  beginCell,
  Cell,
  type CommonMessageInfo,
  contractAddress,
  type MessageRelaxed,
  type Slice,
  type StateInit,
  storeAccountStorage,
  storeCommonMessageInfo,
  storeMessage,
  storeMessageRelaxed,
  storeStateInit,
} from '@ton/core';

/** @ton/core takes bytes only as `Buffer`, which is a Uint8Array with more methods. */
type Buffer = Parameters<typeof Cell.fromBoc>[0];

interface BufferMaker {
  from(bytes: Uint8Array): Buffer;
}

/** Copies bytes for @ton/core. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return (globalThis as unknown as { Buffer: BufferMaker }).Buffer.from(bytes);
}

/** The deepest tree of cells that the chain knows (ton-blockchain/ton, crypto/vm/cells/CellTraits.h: max_depth). @ton/core walks trees by recursion. */
const deepest = 1024;

/**
 * Reads a BOC (bag of cells) with one root.
 *
 * @returns Undefined if the bytes are no such BOC.
 */
export function readBoc(bytes: Uint8Array): Cell | undefined {
  try {
    const roots = Cell.fromBoc(toBuffer(bytes));
    const [root] = roots;
    return roots.length === 1 && root !== undefined && root.depth() <= deepest ? root : undefined;
  } catch {
    return undefined;
  }
}
