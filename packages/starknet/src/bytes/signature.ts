import { attempt, fromHex, stripHexPrefix } from '@isochain/core';
import { malformed, readEcdsa, spellings } from '@isochain/core/signatures';
import { ec } from 'starknet';
import * as z from 'zod';
import type { KeyPoint } from '../address/public-key.ts';
import { toPaddedFelt } from '../felt.ts';
import type { StarkSignature } from './signature-layout.ts';

const { starkCurve } = ec;

/** The order of the curve's group (docs.starknet.io, "STARK curve"). */
export const order: bigint = starkCurve.CURVE.n;

const curve = {
  order,
  fromDer: (bytes: Uint8Array) => starkCurve.Signature.fromDER(bytes),
};

/** The most digits of r and of s: the order has 63. */
const mostDigits = 63;

/** Two numbers that are written without leading zeros have fewer digits than this only once in 16^26 signatures. */
const leastDigits = 100;

/** A signature as starknet.js writes it. */
const object = z.object({ r: z.union([z.string(), z.number()]), s: z.union([z.string(), z.number()]) });

/**
 * Reads what a signer sent: r||s or r||s||v in hex or base64, DER, r||s without leading zeros, `{r, s}`, or a list of felts: `[r, s]`, or the signature of an
 * account with its key.
 *
 * @returns All readings, most of them wrong where zeros are missing: only one can be valid.
 * @throws RefusedError `signature.malformed`.
 */
export function readSignatures(text: string, key: { readonly x: bigint }): readonly StarkSignature[] {
  const trimmed = text.trim();
  if (trimmed.length > 1_000) throw malformed('it is too long');
  const felts = readFelts(trimmed);
  if (felts !== undefined) return [fromFelts(felts, key)];
  const digits = stripHexPrefix(trimmed);
  const isHex = /^[0-9a-f]+$/i.test(digits);
  const bytes = isHex ? fromHex(digits) : spellings(trimmed)[0];
  const whole = bytes && readEcdsa(bytes, curve);
  const read = [...(whole === undefined ? [] : [whole]), ...(isHex ? splits(digits) : [])].filter(inRange);
  if (read.length === 0)
    throw malformed('it is no signature of the Stark curve in hex, DER or base64, and no list of felts');
  return read;
}

function inRange({ r, s }: StarkSignature): boolean {
  return r > 0n && r < order && s > 0n && s < order;
}

/** All ways to cut r||s, if their leading zeros may be missing. */
function splits(digits: string): StarkSignature[] {
  const { length } = digits;
  if (length < leastDigits || length > 2 * mostDigits) return [];
  const first = length - mostDigits;
  return Array.from({ length: 2 * mostDigits - length + 1 }, (_, i) => first + i).flatMap((cut) =>
    digits[cut] === '0' || digits[0] === '0'
      ? []
      : [{ r: BigInt(`0x${digits.slice(0, cut)}`), s: BigInt(`0x${digits.slice(cut)}`) }],
  );
}

/** @returns Undefined if the text is no list of felts. */
function readFelts(text: string): readonly bigint[] | undefined {
  const json = /^[[{]/.test(text) ? (attempt(() => JSON.parse(text) as unknown) ?? []) : undefined;
  const named = object.safeParse(json);
  const list = named.success
    ? [named.data.r, named.data.s]
    : (json ?? (text.includes(',') ? text.split(',') : undefined));
  if (list === undefined) return undefined;
  const felts = Array.isArray(list) ? list.map(feltIn) : [];
  if (felts.length === 0 || felts.some((felt) => felt === undefined)) throw malformed('it is no list of felts');
  return felts as bigint[];
}

function feltIn(value: unknown): bigint | undefined {
  const text = String(value).trim();
  return /^(?:0x[0-9a-f]{1,64}|\d{1,77})$/i.test(text) ? BigInt(text) : undefined;
}

function fromFelts(felts: readonly bigint[], key: { readonly x: bigint }): StarkSignature {
  const signature = numbersIn(felts, key);
  if (signature === undefined || !inRange(signature))
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

/** Whether the key made the signature. Accounts know x alone, so they take the signatures of both points (docs.starknet.io, "ECDSA"). */
export function verifies({ r, s }: StarkSignature, hash: bigint, { x, y }: KeyPoint): boolean {
  const signature = new starkCurve.Signature(r, s);
  const digest = toPaddedFelt(hash).slice(2);
  const points = [y, starkCurve.CURVE.Fp.neg(y)];
  return points.some((each) =>
    starkCurve.verify(signature, digest, `04${toPaddedFelt(x).slice(2)}${toPaddedFelt(each).slice(2)}`),
  );
}
