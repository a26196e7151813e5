// A felt is a number of the field that Starknet computes in (docs.starknet.io, "Cairo": felt252).

/** The prime of the field: 2^251 + 17 * 2^192 + 1. */
export const fieldPrime = 2n ** 251n + 17n * 2n ** 192n + 1n;

/** Numbers of 128 bits: halves of a u256, and amounts of the staking contracts. */
export const maxU128 = 2n ** 128n - 1n;

/** A felt as nodes write it: lower-case hex with 0x, without leading zeros (starknet-specs, api/starknet_api_openrpc.json: FELT). */
export type FeltHex = `0x${string}`;

/** Writes a felt as nodes want it. Strict nodes refuse leading zeros. */
export function toFelt(value: bigint): FeltHex {
  return `0x${value.toString(16)}`;
}

/** A felt with all of its 64 digits, for people and explorers. */
export function toPaddedFelt(value: bigint): FeltHex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

/** @returns Undefined if the text is not hex with 0x, or not below the prime. Leading zeros may be missing. */
export function parseFelt(text: string): bigint | undefined {
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) return undefined;
  const value = BigInt(text);
  return value < fieldPrime ? value : undefined;
}

/** A short text as a felt: its ASCII bytes as a number (docs.starknet.io, "Short strings"). */
export function shortString(text: string): bigint {
  return BigInt(`0x${[...text].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`);
}

/** A u256 as Cairo writes it: the low half first (docs.starknet.io, "Serialization of u256"). */
export function toU256(value: bigint): readonly [low: bigint, high: bigint] {
  return [value & maxU128, value >> 128n];
}

/** @returns Undefined if a half is too large. */
export function fromU256(low: bigint, high: bigint): bigint | undefined {
  return low > maxU128 || high > maxU128 ? undefined : low + (high << 128n);
}
