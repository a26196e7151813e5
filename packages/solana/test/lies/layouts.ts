import { createHash } from 'node:crypto';
import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  getF64Codec,
  getI64Codec,
  getU8Codec,
  getU16Codec,
  getU32Codec,
  getU64Codec,
} from '@solana/kit';

// Opens and closes the data of accounts field by field, with the codecs of @solana/kit: nothing here is ours but the order of the fields, which
// is that of the programs' own structs. Anything that a liar says is written somehow: a number that is too large loses its upper bytes.

export interface Layout {
  /** @returns What stands at the offset, and where it ends. */
  read(data: Uint8Array, offset: number): readonly [unknown, number];
  write(value: unknown): Uint8Array;
}

interface NumberCodec {
  readonly fixedSize: number;
  read(bytes: Uint8Array, offset: number): readonly [number | bigint, number];
}

function integer(codec: NumberCodec, write: (value: bigint) => unknown): Layout {
  return {
    read: (data, offset) => codec.read(data, offset),
    write: (value) => write(BigInt.asUintN(8 * codec.fixedSize, toBigInt(value))) as Uint8Array,
  };
}

function toBigInt(value: unknown): bigint {
  return typeof value === 'bigint' || typeof value === 'boolean' || Number.isInteger(value)
    ? BigInt(value as bigint)
    : 0n;
}

export const u8 = integer(getU8Codec(), (value) => getU8Codec().encode(Number(value)));
export const u16 = integer(getU16Codec(), (value) => getU16Codec().encode(Number(value)));
export const u32 = integer(getU32Codec(), (value) => getU32Codec().encode(Number(value)));
export const u64 = integer(getU64Codec(), (value) => getU64Codec().encode(value));
export const i64 = integer(getI64Codec(), (value) => getI64Codec().encode(BigInt.asIntN(64, value)));

export const f64: Layout = {
  read: (data, offset) => getF64Codec().read(data, offset),
  write: (value) => getF64Codec().encode(typeof value === 'number' ? value : 0) as Uint8Array,
};

export const address: Layout = {
  read: (data, offset) => getAddressDecoder().read(data, offset),
  write(value) {
    try {
      return getAddressEncoder().encode(value as Address) as Uint8Array;
    } catch {
      // A text that is no address becomes another address.
      return createHash('sha256').update(String(value)).digest();
    }
  },
};

/** A text, with its length before it. */
function text(length: Layout): Layout {
  return {
    read(data, offset) {
      const [size, start] = length.read(data, offset);
      const end = start + Number(size);
      return [new TextDecoder().decode(data.subarray(start, end)), end];
    },
    write(value) {
      const bytes = new TextEncoder().encode(typeof value === 'string' ? value : '');
      return join([length.write(bytes.length), bytes]);
    },
  };
}

/** As Borsh writes it. */
export const text32 = text(u32);
/** As bincode writes it. */
export const text64 = text(u64);

/** So many bytes, as they are. */
export const bytes = (length: number): Layout => ({
  read: (data, offset) => [data.slice(offset, offset + length), offset + length],
  write(value) {
    const written = new Uint8Array(length);
    if (value instanceof Uint8Array) written.set(value.subarray(0, length));
    return written;
  },
});

/** Everything that is left, as it is. */
export const rest: Layout = {
  read: (data, offset) => [data.slice(offset), data.length],
  write: (value) => (value instanceof Uint8Array ? value : new Uint8Array()),
};

export function struct(fields: Readonly<Record<string, Layout>>): Layout {
  return {
    read(data, offset) {
      const found: Record<string, unknown> = {};
      let end = offset;
      for (const [name, layout] of Object.entries(fields)) [found[name], end] = layout.read(data, end);
      return [found, end];
    },
    write: (value) =>
      join(Object.entries(fields).map(([name, layout]) => layout.write((value as Record<string, unknown>)[name]))),
  };
}

/** A list with its length before it. */
export function list(length: Layout, item: Layout): Layout {
  return {
    read(data, offset) {
      const [count, start] = length.read(data, offset);
      const found: unknown[] = [];
      let end = start;
      for (let i = 0; i < Number(count); i++) {
        const [value, next] = item.read(data, end);
        found.push(value);
        end = next;
      }
      return [found, end];
    },
    write: (value) => join([length.write((value as unknown[]).length), ...(value as unknown[]).map(item.write)]),
  };
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
