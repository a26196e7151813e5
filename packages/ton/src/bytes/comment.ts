import { beginCell, Cell, type Slice, toBuffer } from '../ton-core.ts';

// Text comments (TEP-74 and ton-blockchain/docs, content/standard/wallets/comments): 32 zero bits, then UTF-8 over a chain of cells.

/** Bytes that a cell holds: 1023 bits. */
const cellBytes = 127;
/** The 32 zero bits in front of the text. */
const opBytes = 4;

/**
 * The most bytes of a comment. A message from outside has at most 65,535 bytes and a depth of 512 cells (config param 43 of the chain). A chain of cells
 * adds 4 bytes to each 127, and a state that deploys the wallet takes 1,000.
 */
export const longestComment = 60_000;

/** A comment as the body of a message. */
export function commentCell(text: string): Cell {
  const bytes = new TextEncoder().encode(text);
  const parts = [bytes.subarray(0, cellBytes - opBytes)];
  for (let at = cellBytes - opBytes; at < bytes.length; at += cellBytes) parts.push(bytes.subarray(at, at + cellBytes));
  let tail: Cell | undefined;
  for (const [i, part] of [...parts.entries()].reverse()) {
    const cell = beginCell();
    if (i === 0) cell.storeUint(0, 8 * opBytes);
    cell.storeBuffer(toBuffer(part));
    if (tail !== undefined) cell.storeRef(tail);
    tail = cell.endCell();
  }
  return tail ?? Cell.EMPTY;
}

/**
 * Reads a comment.
 *
 * @returns Undefined if the body is no text comment, or its bytes are not UTF-8.
 */
export function readComment(body: Cell): string | undefined {
  const slice = body.beginParse();
  if (slice.remainingBits < 8 * opBytes || slice.loadUint(8 * opBytes) !== 0) return undefined;
  return readText(slice);
}

/** Reads the rest of a slice as UTF-8 over a chain of cells. */
export function readText(start: Slice): string | undefined {
  const parts: Uint8Array[] = [];
  let slice = start;
  for (;;) {
    if (slice.remainingBits % 8 !== 0 || slice.remainingRefs > 1) return undefined;
    parts.push(Uint8Array.from(slice.loadBuffer(slice.remainingBits / 8)));
    if (slice.remainingRefs === 0) break;
    slice = slice.loadRef().beginParse();
  }
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
