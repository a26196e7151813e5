import * as z from 'zod';
import { bytesOf } from '../bytes.ts';
import { type Outpoint, outpointKey, sumOf } from '../coin.ts';
import { stripTransaction } from './raw-transaction.ts';

// What answers of all kinds of upstreams have in common.

export const hexSchema = z.string().regex(/^([0-9a-f]{2})*$/);
/** Of a transaction or a block. */
export const hashSchema = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{64}$/);
/** A height, an index or a number of things. */
export const countSchema = z.int().min(0);

/**
 * @param amount - In the smallest unit.
 * @param maxSupply - No amount is above it.
 */
export function possible(amount: z.ZodType<bigint>, maxSupply: bigint | undefined): z.ZodType<bigint> {
  return amount.refine((value) => value >= 0n && (maxSupply === undefined || value <= maxSupply), {
    error: 'is more than there can be',
  });
}

/** A list of coins. */
export function listOf<C extends Outpoint & { readonly value: bigint }>(
  coin: z.ZodType<C>,
  maxSupply: bigint | undefined,
): z.ZodType<C[]> {
  return z
    .array(coin)
    .refine((coins) => new Set(coins.map(outpointKey)).size === coins.length, { error: 'expected each coin once' })
    .refine((coins) => maxSupply === undefined || sumOf(coins) <= maxSupply, { error: 'are more than there can be' });
}

/** Keeps the object itself beside what is read of it. */
export function withRaw<T>(read: z.ZodType<T>) {
  return z
    .unknown()
    .transform((raw) => ({ raw, read: raw }))
    .pipe(z.object({ raw: z.unknown(), read }));
}

/** A transaction in hex, read. */
export const rawSchema = z
  .string()
  .trim()
  .transform((text, { issues }) => {
    const stripped = stripTransaction(bytesOf(text));
    if (stripped !== undefined) return stripped;
    issues.push({ code: 'custom', input: text, message: 'is no transaction' });
    return z.NEVER;
  });
