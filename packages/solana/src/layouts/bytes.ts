import { type Address, toAddress } from '../address/address.ts';

/**
 * Numbers and addresses of an account's data, by offset. All integers are little-endian.
 *
 * @throws RangeError beyond the end of the data.
 */
export interface Bytes {
  readonly length: number;
  u8(offset: number): number;
  u16(offset: number): number;
  i16(offset: number): number;
  u32(offset: number): number;
  u64(offset: number): bigint;
  i64(offset: number): bigint;
  f64(offset: number): number;
  address(offset: number): Address;
  /** 32 zero bytes mean none (OptionalNonZeroPubkey of Token-2022). */
  addressOrZero(offset: number): Address | undefined;
  /** A length as u32, then so many bytes of UTF-8 (Borsh). */
  text(offset: number): { readonly value: string; readonly end: number };
  slice(offset: number, length: number): Uint8Array;
}

export function bytesOf(data: Uint8Array): Bytes {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const slice = (offset: number, length: number) => {
    if (offset + length > data.length) throw new RangeError('beyond the end of the data');
    return data.subarray(offset, offset + length);
  };
  const address = (offset: number) => toAddress(slice(offset, 32));
  return {
    length: data.length,
    u8: (offset) => view.getUint8(offset),
    u16: (offset) => view.getUint16(offset, true),
    i16: (offset) => view.getInt16(offset, true),
    u32: (offset) => view.getUint32(offset, true),
    u64: (offset) => view.getBigUint64(offset, true),
    i64: (offset) => view.getBigInt64(offset, true),
    f64: (offset) => view.getFloat64(offset, true),
    address,
    addressOrZero: (offset) => (slice(offset, 32).every((byte) => byte === 0) ? undefined : address(offset)),
    text(offset) {
      const start = offset + 4;
      const length = view.getUint32(offset, true);
      return { value: new TextDecoder().decode(slice(start, length)), end: start + length };
    },
    slice,
  };
}

/** Runs a decoder. Undefined if it reads beyond the end: then the data is of another kind. */
export function decoded<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
