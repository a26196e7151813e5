import { type Address, getAddressEncoder } from '@solana/kit';

/** Little-endian, as all data on Solana. */
function integer(size: number, value: bigint | number): Uint8Array {
  const bytes = new Uint8Array(size);
  let rest = BigInt.asUintN(size * 8, BigInt(value));
  for (let index = 0; index < size; index++) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

export const u8 = (value: number): Uint8Array => integer(1, value);
export const u16 = (value: number): Uint8Array => integer(2, value);
export const u32 = (value: number): Uint8Array => integer(4, value);
export const u64 = (value: bigint | number): Uint8Array => integer(8, value);
export const i64 = (value: bigint | number): Uint8Array => integer(8, value);
export const f64 = (value: number): Uint8Array => new Uint8Array(new Float64Array([value]).buffer);
export const zeros = (size: number): Uint8Array => new Uint8Array(size);
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** 32 bytes. */
export const key = (address: Address): Uint8Array => new Uint8Array(getAddressEncoder().encode(address));

/** 32 bytes, zeros for none: how Token-2022 writes an optional address. */
export const keyOrZeros = (address: Address | undefined): Uint8Array =>
  address === undefined ? zeros(32) : key(address);

/** u32 flag and 32 bytes: how the token program writes an optional address. */
export const optionalKey = (address: Address | undefined): Uint8Array =>
  concat(u32(address === undefined ? 0 : 1), keyOrZeros(address));

/** u32 length and the text: how Borsh writes a string. */
export function borshString(text: string): Uint8Array {
  const bytes = utf8(text);
  return concat(u32(bytes.length), bytes);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
