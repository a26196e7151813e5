import { attempt, sha256, toHex } from '@isochain/core';
import { readText } from '../bytes/comment.ts';
import { entriesOf, lookUp } from '../dictionary.ts';
import type { Cell, Slice } from '../ton-core.ts';

// What a jetton says of itself (TEP-64, https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md).

/** The description of a jetton, as its contract holds it. */
export interface JettonContent {
  readonly name?: string | undefined;
  readonly symbol?: string | undefined;
  /** Digits, as the contract has them. */
  readonly decimals?: string | undefined;
  /** Where a JSON document says more. It is never fetched: anybody can write any address there. */
  readonly uri?: string | undefined;
}

const keys = ['name', 'symbol', 'decimals', 'uri'] as const;

/** The first byte of a content, and of a value. */
const tags = { onChain: 0x00, offChain: 0x01, snake: 0x00, chunked: 0x01 } as const;

/**
 * Reads the content cell of a jetton master. A part that cannot be read is left out.
 *
 * @returns Undefined if it has neither of the two layouts.
 */
export function readContent(cell: Cell): JettonContent | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    const tag = slice.loadUint(8);
    if (tag === tags.offChain) return { uri: readText(slice) };
    if (tag !== tags.onChain) return undefined;
    const all = slice.loadMaybeRef();
    return Object.fromEntries(
      keys.map((name) => [name, all === null ? undefined : attempt(() => readValue(lookUp(all, keyOf(name), 256)))]),
    );
  });
}

/** An attribute stands under the hash of its name. */
function keyOf(name: string): bigint {
  return BigInt(`0x${toHex(sha256(new TextEncoder().encode(name)))}`);
}

function readValue(entry: Slice | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const slice = entry.loadRef().beginParse();
  return slice.loadUint(8) === tags.chunked ? readChunks(slice) : readText(slice);
}

/** No name or symbol has more parts. */
const mostChunks = 64;

/** Parts of a text by their number. */
function readChunks(slice: Slice): string | undefined {
  const all = slice.loadMaybeRef();
  const parts = all === null ? [] : entriesOf(all, 32, mostChunks);
  const bytes = parts.flatMap(([, part]) => bytesOf(part.loadRef().beginParse()));
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)));
}

/** Bytes over a chain of cells. */
function bytesOf(start: Slice): number[] {
  const bytes: number[] = [];
  for (let slice = start; ; slice = slice.loadRef().beginParse()) {
    bytes.push(...slice.loadBuffer(slice.remainingBits / 8));
    if (slice.remainingRefs === 0) return bytes;
  }
}
