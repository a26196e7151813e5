import { createHash } from 'node:crypto';
import { beginCell, type Cell, Dictionary } from '@ton/core';

/** What a jetton says of itself (TEP-64). */
export interface JettonMetadata {
  readonly name?: string;
  readonly symbol?: string;
  /** Decimal digits. */
  readonly decimals?: string;
  readonly description?: string;
  readonly image?: string;
  readonly uri?: string;
}

const names = ['name', 'symbol', 'decimals', 'description', 'image', 'uri'] as const;

function keyOf(name: string): bigint {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`);
}

/** Bytes in a chain of cells. */
function snake(bytes: Buffer, room = 127): Cell {
  const builder = beginCell().storeBuffer(bytes.subarray(0, room));
  return bytes.length > room ? builder.storeRef(snake(bytes.subarray(room))).endCell() : builder.endCell();
}

function readSnake(cell: Cell, skipBits: number): string {
  const slice = cell.beginParse().skip(skipBits);
  const start = slice.loadBuffer(slice.remainingBits / 8).toString('utf8');
  return slice.remainingRefs > 0 ? start + readSnake(slice.loadRef(), 0) : start;
}

/** Content that lies on the chain: a dictionary of texts. */
export function onChainContent(metadata: JettonMetadata): Cell {
  const dictionary = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
  for (const name of names) {
    const value = metadata[name];
    if (value !== undefined) dictionary.set(keyOf(name), snake(Buffer.concat([Buffer.of(0), Buffer.from(value)])));
  }
  return beginCell().storeUint(0, 8).storeDict(dictionary).endCell();
}

/** Content that lies elsewhere: the URI of a JSON document. */
export function offChainContent(uri: string): Cell {
  return snake(Buffer.concat([Buffer.of(1), Buffer.from(uri)]));
}

/** Reads what a master contract has. It never loads a URI. */
export function readContent(content: Cell): JettonMetadata {
  const slice = content.beginParse();
  if (slice.remainingBits < 8) return {};
  if (slice.loadUint(8) === 1) return { uri: readSnake(content, 8) };
  const dictionary = slice.loadDict(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
  const found = names.flatMap((name) => {
    const value = dictionary.get(keyOf(name));
    return value === undefined ? [] : [[name, readSnake(value, 8)] as const];
  });
  return Object.fromEntries(found);
}
