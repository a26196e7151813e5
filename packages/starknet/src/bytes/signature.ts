import { stripHexPrefix } from '@isochain/core';
import { malformed, readEcdsa, readWalletAnswer, spellings } from '@isochain/core/signatures';
import { ec } from 'starknet';
import type { StarkSignature } from './signature-layout.ts';
import { isInRange, order } from './verify.ts';

const curve = {
  order,
  fromDer: (bytes: Uint8Array) => ec.starkCurve.Signature.fromDER(bytes),
};

/** The longest text that is read: five felts with what wallets put around them, or 72 bytes of DER as a list in JSON. */
const longest = 1_000;

/** The most digits of r and of s: the order has 63. */
const mostDigits = 63;

/**
 * Two numbers without their leading zeros have fewer digits than this once in 10^11 signatures. Each reading takes a verification, and shorter texts have
 * more readings: this length has 11.
 */
const leastDigits = 116;

/**
 * Reads what a signer sent: r||s or r||s||v in hex or base64, DER, r||s without leading zeros, `{r, s}`, or a list of felts: `[r, s]`, or the signature of an
 * account with its key. A v is left out: the key is known.
 *
 * @param key - Of the sender.
 * @returns All readings, most of them wrong where zeros are missing: only one can be valid. Each is in range.
 * @throws RefusedError `signature.malformed`.
 */
export function readSignatures(text: string, key: { readonly x: bigint }): readonly StarkSignature[] {
  const trimmed = isUnquoted(text) ? text.trim() : readWalletAnswer(text, { longest, felts: true }).text;
  const felts = readFelts(trimmed);
  if (felts !== undefined) return [fromFelts(felts, key)];
  const whole = spellings(trimmed, { hasV: true }).flatMap((bytes) => readEcdsa(bytes, curve) ?? []);
  const digits = stripHexPrefix(trimmed);
  const read = [...whole, ...(/^[0-9a-f]+$/i.test(digits) ? splits(digits) : [])];
  if (read.length === 0)
    throw malformed('it is no signature of the Stark curve in hex, DER or base64, and no list of felts');
  const possible = read.filter(isInRange).map(({ r, s }) => ({ r, s }));
  if (possible.length === 0) throw malformed('r and s must be above 0, and below the order of the Stark curve');
  return possible;
}

/** All ways to cut r||s, if their leading zeros may be missing. */
function splits(digits: string): StarkSignature[] {
  const { length } = digits;
  if (length < leastDigits || length > 2 * mostDigits || digits[0] === '0') return [];
  const first = length - mostDigits;
  return Array.from({ length: 2 * mostDigits - length + 1 }, (_, i) => first + i).flatMap((cut) =>
    digits[cut] === '0' ? [] : [{ r: BigInt(`0x${digits.slice(0, cut)}`), s: BigInt(`0x${digits.slice(cut)}`) }],
  );
}

/** Whether it is a list of numbers in hex without quotes, as some signers write it. JSON has no such numbers. */
function isUnquoted(text: string): boolean {
  return text.length <= longest && /^\s*\[[\s\da-fx,]*0x[\s\da-fx,]*\]\s*$/i.test(text);
}

/** @returns Undefined if the text is no list of felts. */
function readFelts(text: string): readonly bigint[] | undefined {
  if (!text.includes(',')) return undefined;
  const felts = text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(feltIn);
  if (felts.some((felt) => felt === undefined)) throw malformed('it is no list of felts');
  return felts as bigint[];
}

/** Hex with 0x, hex that has letters, or decimal. */
function feltIn(text: string): bigint | undefined {
  const trimmed = text.trim();
  if (/^\d{1,77}$/.test(trimmed)) return BigInt(trimmed);
  return /^(?:0x)?[0-9a-f]{1,64}$/i.test(trimmed) ? BigInt(`0x${stripHexPrefix(trimmed)}`) : undefined;
}

function fromFelts(felts: readonly bigint[], key: { readonly x: bigint }): StarkSignature {
  const signature = numbersIn(felts, key);
  if (signature === undefined || !isInRange(signature))
    throw malformed('its felts are not r and s, and not the signature of an account with this key alone');
  return signature;
}

function numbersIn(felts: readonly bigint[], { x }: { readonly x: bigint }): StarkSignature | undefined {
  const [r, s] = felts.slice(-2);
  if (r === undefined || s === undefined) return undefined;
  const before = felts.slice(0, -2);
  const isOurs =
    before.length === 0 ||
    // Braavos: a signer of type 1, a Stark key.
    (before.length === 1 && before[0] === 1n) ||
    // Argent: one signature, of a signer of variant 0, with its key.
    (before.length === 3 && before[0] === 1n && before[1] === 0n && before[2] === x);
  return isOurs ? { r, s } : undefined;
}
