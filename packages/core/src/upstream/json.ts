import { parse, stringify } from 'lossless-json';
import * as z from 'zod';
import { checkJson } from './check-json.ts';

const integerLiteral = /^-?\d+$/;

/**
 * Parses JSON without changing integers: one that a `number` cannot hold exactly becomes a `bigint`. Everything else is as in `JSON.parse`,
 * decimals included.
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

/** Whether a number may have lost digits: to know that takes a fraction of the time of a parser that keeps them. */
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
  // The engine's own is several times as fast, and seldom stands a bigint in its way.
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
 * A JSON integer of any size, as `bigint`. Use it in response schemas wherever an amount comes as a number: what `parseJson` gives is a
 * `number` or a `bigint`, depending on the size.
 */
export function jsonInteger(): z.ZodType<bigint> {
  return z.union([z.int(), z.bigint()]).transform((value) => BigInt(value));
}

/**
 * A JSON number with decimals as an integer of its last digit: with 8 places, `1.23456789` is 123456789n and `1e-8` is 1n. Use it in response
 * schemas wherever an amount comes as a decimal number.
 *
 * Never inexact: refused are numbers with more decimals, and those that more than one text with so many decimals may be read as (with 8 places:
 * beyond 45 million).
 */
export function jsonDecimal(places: number): z.ZodType<bigint> {
  // Below it, neighbouring doubles are closer to each other than texts with so many decimals are.
  const limit = 2 ** 52 / 10 ** places;
  return z
    .number()
    .refine((value) => Math.abs(value) < limit && Number(value.toFixed(places)) === value, {
      error: `expected a number with at most ${places} decimals`,
    })
    .transform((value) => BigInt(value.toFixed(places).replace('.', '')));
}
