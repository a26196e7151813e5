import { concatBytes, joinBytes } from './bytes.ts';

// Integers have their lowest byte first, as Bitcoin has them. What does not fit throws a RangeError.

export function uint32(value: number): Uint8Array {
  return integer(4, BigInt(value));
}

export function uint64(value: bigint): Uint8Array {
  return integer(8, value);
}

/** CompactSize. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return integer(1, BigInt(value));
  const [mark, length] = value < 0x1_0000 ? [0xfd, 2] : [0xfe, 4];
  return concatBytes(Uint8Array.of(mark), integer(length, BigInt(value)));
}

/** Bytes behind their number. */
export function sized(bytes: Uint8Array): Uint8Array {
  return concatBytes(compactSize(bytes.length), bytes);
}

/** Items behind their number. */
export function sizedList(items: readonly Uint8Array[]): Uint8Array {
  return joinBytes([compactSize(items.length), ...items]);
}

function integer(length: number, value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  if (BigInt.asUintN(8 * length, value) !== value) throw new RangeError();
  return bytes.subarray(0, length);
}
