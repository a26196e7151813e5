import { parse, stringify } from 'lossless-json';
import * as z from 'zod';
import { checkJson } from './check-json.ts';

const integerLiteral = /^-?\d+$/;

/**
 * Parses JSON and keeps integers exact: an integer that a `number` cannot hold becomes a `bigint`. Everything else is as in `JSON.parse`, also
 * decimals.
 *
 * @throws SyntaxError when the text is not JSON, is nested too deeply, or has numbers that nobody needs (`checkJson`).
 */
export function parseJson(text: string): unknown {
  const hasLongNumbers = checkJson(text);
  const value: unknown = JSON.parse(text);
  if (!hasLongNumbers || !holdsUnsafeNumber(value)) return value;
  // `JSON.parse` lets the last of two equal keys win.
  return parse(text, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Whether a number may have lost digits. This check takes a fraction of the time of a parser that keeps them. */
function holdsUnsafeNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsUnsafeNumber);
  for (const name in value) if (holdsUnsafeNumber((value as Record<string, unknown>)[name])) return true;
  return false;
}

function parseNumber(literal: string): number | bigint {
  const value = Number(literal);
  return Number.isSafeInteger(value) || !integerLiteral.test(literal) ? value : BigInt(literal);
}

/** Writes JSON, with `bigint` as an integer of full length. */
export function stringifyJson(value: unknown): string {
  // `JSON.stringify` is several times as fast, but throws at a bigint.
  return (holdsBigint(value) ? stringify(value) : JSON.stringify(value)) ?? 'null';
}

function holdsBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsBigint);
  for (const name in value) if (holdsBigint((value as Record<string, unknown>)[name])) return true;
  return false;
}

/**
 * A JSON integer of any size, as `bigint`. Use it in response schemas for amounts that are numbers: `parseJson` returns a `number` or a `bigint`,
 * depending on the size.
 */
export function jsonInteger(): z.ZodType<bigint> {
  return z.union([z.int(), z.bigint()]).transform((value) => BigInt(value));
}

/**
 * A JSON number with decimals, as an integer in units of the last place: with 8 places, `1.23456789` is 123456789n and `1e-8` is 1n. Use it in
 * response schemas for amounts that are decimal numbers.
 *
 * Always exact. It refuses numbers with more decimals. It also refuses numbers so large that several texts with `places` decimals give the same
 * double (with 8 places: beyond 45 million).
 */
export function jsonDecimal(places: number): z.ZodType<bigint> {
  // Below this limit, neighbouring doubles are closer together than neighbouring decimals with `places` places.
  const limit = 2 ** 52 / 10 ** places;
  return z
    .number()
    .refine((value) => Math.abs(value) < limit && Number(value.toFixed(places)) === value, {
      error: `expected a number with at most ${places} decimals`,
    })
    .transform((value) => BigInt(value.toFixed(places).replace('.', '')));
}

/** The value of a JSON text, or the text itself. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
