import { toHex } from '../bytes/hex.ts';
import { parseJson } from '../upstream/json.ts';
import { malformed } from './refusals.ts';

/** What a wallet or signer answered, without what it puts around it. */
export interface WalletAnswer {
  /** The signature, or the signed transaction, in the wallet's spelling. Bytes that came as numbers are hex. */
  readonly text: string;
  /** The public key that the answer names, in the wallet's spelling. */
  readonly publicKey: string | undefined;
  /** What else the objects around it have. Of equal names the innermost counts. */
  readonly members: Readonly<Record<string, unknown>>;
}

export interface AnswerOptions {
  /** Maximum of characters. Longer texts are no signature and no transaction. */
  readonly longest: number;
  /** Names of members by which wallets of the family hand out what they signed, beside the usual ones. They come first. */
  readonly names?: readonly string[] | undefined;
  /** True if there may be several signatures. They stand in `text` with commas between them. The text of null is empty. */
  readonly several?: boolean | undefined;
  /** True if a signature is a list of numbers: then r and s stand in `text` as they are, with a comma between them. */
  readonly felts?: boolean | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Names that signers of all families use. `result`: an answer of JSON-RPC, as of WalletConnect. */
const usualNames = ['signature', 'sig', 'signatures', 'result'] as const;

/** Names of v: EIP-155 and ethers, EIP-2718 (viem), elliptic, noble. */
const namesOfV = ['v', 'yParity', 'recoveryParam', 'recovery', 'recid'] as const;

/** A result in an answer of JSON-RPC in a member in a list is as deep as wallets write. */
const deepest = 6;

/**
 * Reads what signers answer: a text (hex, base64...), and JSON as wallets write it. In JSON the bytes are text, a list of numbers, or what
 * `JSON.stringify` makes of `Uint8Array` (`{"0": 130, ...}`) and `Buffer` (`{"type": "Buffer", "data": [...]}`). They may stand in a member, in a list
 * of one, or be `r`, `s` and perhaps `v`, each as hex, as a number, or as bytes. Numbers of any size stay exact.
 *
 * @returns For text that is not JSON: the text.
 * @throws RefusedError `signature.malformed`, which says what is wrong.
 */
export function readWalletAnswer(text: string, { longest, names = [], ...options }: AnswerOptions): WalletAnswer {
  const trimmed = text.trim();
  if (trimmed.length > longest) throw malformed('it is too long');
  let members: Members = {};
  const reading: Reading = {
    ...options,
    names: [...names, ...usualNames],
    meet(object) {
      members = { ...members, ...object };
    },
  };
  const found = isJson(trimmed) ? textOf(parsed(trimmed), reading, 0) : trimmed;
  const { publicKey } = members;
  return { text: found, publicKey: typeof publicKey === 'string' ? publicKey : undefined, members };
}

interface Reading extends Pick<AnswerOptions, 'several' | 'felts'> {
  readonly names: readonly string[];
  /** Called with each object on the way, from the outermost to the innermost. */
  readonly meet: (object: Members) => void;
}

function isJson(text: string): boolean {
  return /^[{["]/.test(text);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw malformed('it begins like JSON, and is none');
  }
}

function textOf(value: unknown, reading: Reading, depth: number): string {
  if (depth > deepest) throw malformed('its JSON is too deep');
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'bigint') return String(value);
  const bytes = bytesOf(value);
  if (bytes !== undefined) return toHex(bytes);
  if (Array.isArray(value)) return ofList(value, reading, depth);
  if (!isObject(value)) throw malformed('its JSON has no signature');
  return ofObject(value, reading, depth);
}

function ofList(list: readonly unknown[], reading: Reading, depth: number): string {
  // Wallets that get a group of transactions answer null for those that they did not sign.
  const all = list.filter((each) => each !== null && each !== undefined);
  const [first] = all;
  if (first === undefined) throw malformed('the wallet signed nothing');
  // The place in a list tells what was signed.
  if (list.length > 1 && (reading.several === true || reading.felts === true))
    return list.map((each) => partOf(each, reading, depth)).join(',');
  if (all.length === 1) return textOf(first, reading, depth + 1);
  const [r, s, v, ...more] = all;
  if (more.length === 0 && isWord(r) && isWord(s)) return joined(r, s, v);
  throw malformed(`it has ${all.length} signatures: expected one`);
}

/** Empty for null. */
function partOf(value: unknown, reading: Reading, depth: number): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(value) : textOf(value, reading, depth + 1);
}

function ofObject(object: Members, reading: Reading, depth: number): string {
  reading.meet(object);
  const name = reading.names.find((each) => object[each] !== undefined && object[each] !== null);
  if (name !== undefined) return textOf(object[name], reading, depth + 1);
  const { r, s, error } = object;
  if (r !== undefined && s !== undefined) {
    if (reading.felts === true) return [r, s].map((each) => partOf(each, reading, depth)).join(',');
    return joined(
      r,
      s,
      namesOfV.map((each) => object[each]).find((each) => each !== undefined && each !== null),
    );
  }
  if (isObject(error) || typeof error === 'string') throw malformed('the wallet answered with an error');
  throw malformed(`its JSON has none of ${reading.names.join(', ')}, and not r and s`);
}

/** r||s||v in hex. */
function joined(r: unknown, s: unknown, v: unknown): string {
  return word(r) + word(s) + hexOfV(v);
}

/** A number of 32 bytes in hex. */
function word(value: unknown): string {
  const number = numberOf(value);
  if (number === undefined || number >= 1n << 256n)
    throw malformed('r and s have to be numbers of 32 bytes: hex, decimal, or bytes');
  return number.toString(16).padStart(64, '0');
}

/** Whether it can be one of r and s, and no whole signature: neither of them has so many leading zeros. */
function isWord(value: unknown): boolean {
  const number = numberOf(value);
  return number !== undefined && number >= 1n << 128n && number < 1n << 256n;
}

/** Undefined for anything that is no number. Text without 0x is hex, as libraries write r and s, if it has no more digits than hex has. */
function numberOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)))
    return value < 0 ? undefined : BigInt(value);
  if (typeof value === 'string') {
    const digits = value.trim().replace(/^0x/i, '');
    if (/^[0-9a-f]{1,64}$/i.test(digits)) return BigInt(`0x${digits}`);
    return /^\d{65,78}$/.test(digits) ? BigInt(digits) : undefined;
  }
  const bytes = bytesOf(value);
  if (bytes !== undefined) return BigInt(`0x${toHex(bytes)}`);
  // BigNumber of ethers 5.
  return isObject(value) && typeof value.hex === 'string' ? numberOf(value.hex) : undefined;
}

/** With an even number of digits. Empty if there is none. */
function hexOfV(v: unknown): string {
  if (v === undefined || v === null) return '';
  // Signers write v as a number, or as text: decimal, or hex with letters or 0x.
  const isDecimal = typeof v === 'string' && /^\d{1,78}$/.test(v.trim());
  const number = isDecimal ? BigInt(v.trim()) : numberOf(v);
  if (number === undefined) throw malformed('its v is no number');
  const digits = number.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** Shorter lists are no bytes of a signature: they may be numbers with another meaning. */
const fewestBytes = 16;

/** Bytes as numbers. Undefined for anything else. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (Array.isArray(value)) return fromNumbers(value);
  if (!isObject(value)) return undefined;
  if (value.type === 'Buffer') return bytesOf(value.data);
  const entries = Object.entries(value);
  // Engines put such names into their numeric order.
  return entries.every(([name], i) => name === String(i)) ? fromNumbers(entries.map(([, byte]) => byte)) : undefined;
}

function fromNumbers(list: readonly unknown[]): Uint8Array | undefined {
  const isByte = (each: unknown): each is number =>
    typeof each === 'number' && Number.isInteger(each) && each >= 0 && each < 256;
  return list.length >= fewestBytes && list.every(isByte) ? Uint8Array.from(list) : undefined;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
