import { toBase64 } from '@isochain/core';

/** A place in the history of an account: a round, and the place of a transaction in its block. Later blocks do not move it, and it is the same at all indexers. */
export interface HistoryPlace {
  readonly round: bigint;
  readonly offset: bigint;
}

/** Rounds are signed numbers of 64 bits in the indexers' databases. Places in blocks have 32 bits in their tokens. */
const mostRound = 2n ** 63n - 1n;
const mostOffset = 2n ** 32n - 1n;

export function isOlder(place: HistoryPlace, other: HistoryPlace): boolean {
  return place.round < other.round || (place.round === other.round && place.offset < other.offset);
}

export function writeCursor({ round, offset }: HistoryPlace): string {
  return `${round}.${offset}`;
}

/** Undefined for a text that `writeCursor` cannot have written. */
export function readCursor(text: string): HistoryPlace | undefined {
  const [, round = '', offset = ''] = /^([1-9]\d{0,18})\.(0|[1-9]\d{0,9})$/.exec(text) ?? [];
  if (round === '') return undefined;
  const place = { round: BigInt(round), offset: BigInt(offset) };
  return place.round <= mostRound && place.offset <= mostOffset ? place : undefined;
}

/** How indexers spell the place of the last transaction of a page: 8 and 4 bytes, little-endian, in URL-safe base64 (algorand/indexer, idb/idb.go: TxnRow.Next). */
export function nextToken({ round, offset }: HistoryPlace): string {
  const bytes = new DataView(new ArrayBuffer(12));
  bytes.setBigUint64(0, round, true);
  bytes.setUint32(8, Number(offset), true);
  return toBase64(new Uint8Array(bytes.buffer)).replaceAll('+', '-').replaceAll('/', '_');
}
