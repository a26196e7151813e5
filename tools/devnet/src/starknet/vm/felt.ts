import { keccak } from '@scure/starknet';

/** 2^251 + 17·2^192 + 1: felts are the numbers below it. */
export const prime = 2n ** 251n + 17n * 2n ** 192n + 1n;

/** Addresses are below this (starkware-libs/starknet-addresses and the contract address formula: 2^251 - 256). */
export const addressBound = 2n ** 251n - 256n;

/** As the node writes felts: `0x` and no leading zeros. */
export function hex(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** `0x` and 64 digits, as explorers write addresses and as errors of the node name them. */
export function padded(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

/** An address or a felt of a caller, in hex of any length. */
export function toFelt(text: string): bigint {
  return BigInt(text.startsWith('0x') || /^\d+$/.test(text) ? text : `0x${text}`);
}

/** A Cairo short string: at most 31 characters. */
export function ascii(text: string): bigint {
  return text === '' ? 0n : BigInt(`0x${Buffer.from(text, 'ascii').toString('hex')}`);
}

/** What a short string says, or undefined if the felt is not printable. */
export function asciiText(felt: bigint): string | undefined {
  if (felt === 0n) return '';
  const digits = felt.toString(16);
  const text = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex').toString('latin1');
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}

const selectors = new Map<string, bigint>();

/** The selector of a function or an event: starknet_keccak of its name. */
export function selectorOf(name: string): bigint {
  let selector = selectors.get(name);
  if (selector === undefined) {
    selector = keccak(Buffer.from(name, 'ascii'));
    selectors.set(name, selector);
  }
  return selector;
}

/** A text as Cairo's ByteArray: number of words, words of 31 bytes, the rest, its length. */
export function byteArray(text: string): bigint[] {
  const bytes = Buffer.from(text, 'utf8');
  const words: bigint[] = [];
  let start = 0;
  for (; start + 31 <= bytes.length; start += 31) words.push(number(bytes.subarray(start, start + 31)));
  const rest = bytes.subarray(start);
  return [BigInt(words.length), ...words, number(rest), BigInt(rest.length)];
}

function number(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** u256 as Cairo has it: the lower 128 bits first. */
export function u256(value: bigint): [bigint, bigint] {
  return [value & (2n ** 128n - 1n), value >> 128n];
}
