import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

// Protobuf messages, written and read by the numbers of their fields. Generated coders of all query services of Cosmos would weigh 10 KB more.

/** A field of a message. Texts, bytes and messages have a length before them; a bigint is a number without a sign. */
type Field = readonly [number: number, value: string | Uint8Array | bigint];

/**
 * Writes a message. What is 0 or empty is left out, as in proto3.
 *
 * @param fields - In ascending order of their numbers, as official encoders write them (ADR-027 of cosmos-sdk; tronprotocol/java-tron).
 */
export function writeMessage(fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (typeof value === 'bigint') {
      if (value !== 0n) writer.uint32(tagOf(number, WireType.Varint)).uint64(value);
    } else if (value.length > 0) {
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
      writer.uint32(tagOf(number, WireType.LengthDelimited)).bytes(bytes);
    }
  }
  return writer.finish();
}

function tagOf(number: number, type: WireType): number {
  return (number << 3) | type;
}

/** The fields of a message, by number. What is not there is 0 or empty, as in proto3. */
export interface Fields {
  has(number: number): boolean;
  /** All values of a repeated field. */
  all(number: number): readonly Uint8Array[];
  bytes(number: number): Uint8Array;
  /**
   * Keeps a byte order mark, so that a text that is read and written again has the same bytes.
   *
   * @throws TypeError if it is not UTF-8.
   */
  text(number: number): string;
  /** Without a sign, up to 64 bits. */
  number(number: number): bigint;
  /** Fields of the message in a field. */
  message(number: number): Fields;
  /** Fields of each message of a repeated field. */
  messages(number: number): readonly Fields[];
}

/**
 * Reads a message. The last value of a field counts, as in proto3. Fields that are neither a varint nor have a length are passed over.
 *
 * @throws Error if the bytes are no message.
 */
export function readMessage(bytes: Uint8Array): Fields {
  const found = new Map<number, (Uint8Array | bigint)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type === WireType.Varint) add(number, BigInt(reader.uint64()));
    else if (type === WireType.LengthDelimited) add(number, reader.bytes());
    else reader.skip(type, number);
  }

  function add(number: number, value: Uint8Array | bigint): void {
    const known = found.get(number);
    if (known === undefined) found.set(number, [value]);
    else known.push(value);
  }

  const all = (number: number) => (found.get(number) ?? []).filter((value) => typeof value !== 'bigint');
  const last = (number: number) => all(number).at(-1) ?? new Uint8Array();
  return {
    has: (number) => found.has(number),
    all,
    bytes: last,
    text: (number) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(last(number)),
    number: (number) => (found.get(number) ?? []).findLast((value) => typeof value === 'bigint') ?? 0n,
    message: (number) => readMessage(last(number)),
    messages: (number) => all(number).map(readMessage),
  };
}
