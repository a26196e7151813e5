/**
 * Reads bytes from front to back, integers with their lowest byte first, as Bitcoin has them. Where less is left than is asked for, everything
 * throws a RangeError.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** How many bytes were read. */
  get at(): number {
    return this.#at;
  }

  /** How many bytes are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** The next byte, which stays unread; undefined at the end. */
  get next(): number | undefined {
    return this.#bytes[this.#at];
  }

  take(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, this.#at);
  }

  rest(): Uint8Array {
    return this.take(this.left);
  }

  uint8(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  uint32(isLittleEndian = true): number {
    return this.#view.getUint32(this.#skip(4), isLittleEndian);
  }

  uint64(): bigint {
    return this.#view.getBigUint64(this.#skip(8), true);
  }

  /** CompactSize, in its shortest form and below 2^53. */
  size(): number {
    const first = this.uint8();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.#view.getUint16(this.#skip(2), true), 0xfd]
        : first === 0xfe
          ? [this.uint32(), 0x1_0000]
          : [Number(this.uint64()), 0x1_0000_0000];
    if (value < least || value > Number.MAX_SAFE_INTEGER) throw new RangeError();
    return value;
  }

  /** Bytes behind their number. */
  sized(): Uint8Array {
    return this.take(this.size());
  }

  /** Items behind their number. */
  list<T>(item: () => T): T[] {
    return this.times(this.size(), item);
  }

  times<T>(count: number, item: () => T): T[] {
    // Each takes a byte at least: an announced number costs no memory.
    if (count > this.left) throw new RangeError();
    return Array.from({ length: count }, item);
  }

  /** Items up to the end. */
  all<T>(item: () => T): T[] {
    const items: T[] = [];
    while (this.left > 0) items.push(item());
    return items;
  }

  #skip(length: number): number {
    if (length > this.left) throw new RangeError();
    this.#at += length;
    return this.#at - length;
  }
}

/** @throws RangeError if anything is left. */
export function readWhole<T>(bytes: Uint8Array, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  if (reader.left > 0) throw new RangeError();
  return value;
}
