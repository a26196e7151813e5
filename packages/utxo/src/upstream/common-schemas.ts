import * as z from 'zod';
import { bytesOf } from '../bytes/byte-arrays.ts';
import { stripTransaction } from '../bytes/raw-transaction.ts';
import { type Outpoint, outpointKey, sumOf } from '../coin.ts';

// Schemas for all kinds of upstreams.

export const hexSchema = z.string().regex(/^([0-9a-f]{2})*$/);
/** Id of a transaction, or hash of a block. */
export const hashSchema = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{64}$/);
/** A number of things. */
export const countSchema = z.int().min(0);
/** Which output of a transaction: 4 bytes (Bitcoin Core, src/primitives/transaction.h: COutPoint). */
export const outputIndexSchema = z.int().min(0).max(0xffff_ffff);
/** No height, and no number of blocks, is above: from 500,000,000 on numbers are times (Bitcoin Core, src/script/script.h: LOCKTIME_THRESHOLD). */
export const maxHeight = 499_999_999;
/** A height, or a number of blocks. */
export const heightSchema = z.int().min(0).max(maxHeight);
/** Seconds since 1970, as block headers have it: 4 bytes (Bitcoin Core, src/primitives/block.h: nTime). */
export const timeSchema = z.int().min(0).max(0xffff_ffff);
/** Index of a key below an extended key. Higher ones are hardened (BIP32). */
export const maxChildIndex = 2 ** 31 - 1;

/** Amounts are 64 bits with a sign (Bitcoin Core, src/consensus/amount.h: CAmount), and none is negative. */
const maxAmount = 2n ** 63n - 1n;

/**
 * @param amount - In the smallest unit.
 * @param maxSupply - No amount is above it. Default: what the field can hold.
 */
export function possible(amount: z.ZodType<bigint>, maxSupply: bigint = maxAmount): z.ZodType<bigint> {
  return amount.refine((value) => value >= 0n && value <= maxSupply, { error: 'is more than there can be' });
}

/**
 * A sum over many coins. If the supply is not limited, the sum has no bound.
 *
 * @param least - 0. Left out for what the mempool adds or takes: then the sum may be as far below 0.
 */
export function possibleSum(sum: z.ZodType<bigint>, maxSupply: bigint | undefined, least?: 0n): z.ZodType<bigint> {
  const isWithin = (value: bigint) => maxSupply === undefined || (value <= maxSupply && value >= -maxSupply);
  return sum.refine((value) => isWithin(value) && (least === undefined || value >= least), {
    error: 'is more than there can be',
  });
}

/** Coins as an upstream lists them. */
export interface ListedCoins<C> {
  readonly coins: readonly C[];
  /** Whether a coin is left out because it does not fit. */
  readonly hasOdd: boolean;
}

/**
 * A list of coins. Coins of nothing are left out: anybody can send one to any address, and it pays for nothing. So is a coin that does not fit, beside others
 * that do. If none fits, the answer is no list of coins.
 *
 * @param coin - Null for an entry that fits and is no coin.
 */
export function listOf<C extends Outpoint & { readonly value: bigint }>(
  coin: z.ZodType<C | null>,
  maxSupply: bigint = maxAmount,
): z.ZodType<ListedCoins<C>> {
  return eachOf(coin)
    .refine((all) => all.length === 0 || all.some((each) => each !== undefined && each !== null), {
      error: 'has no coin',
    })
    .transform((all) => ({
      coins: all.flatMap((each) => (each === undefined || each === null || each.value === 0n ? [] : [each])),
      hasOdd: all.includes(undefined),
    }))
    .refine(({ coins }) => new Set(coins.map(outpointKey)).size === coins.length, { error: 'expected each coin once' })
    .refine(({ coins }) => sumOf(coins) <= maxSupply, { error: 'are more than there can be' });
}

/** An array of which each element is read by itself. One that does not fit is undefined, unless none fits. */
export function eachOf<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).transform((all, { issues }): (T | undefined)[] => {
    const read = all.map((each) => item.safeParse(each));
    const [first] = read;
    if (first?.error !== undefined && read.every(({ success }) => !success)) {
      issues.push(
        ...first.error.issues.map(({ message, path }) => {
          return { code: 'custom' as const, message, path: [0, ...path], input: all };
        }),
      );
      return z.NEVER;
    }
    return read.map(({ data }) => data);
  });
}

/** A transaction in hex, read. */
/** The same of a transaction that may be inside MWEB, and has no such bytes then: undefined. */
export const perhapsRawSchema = z.string().transform((text) => stripTransaction(bytesOf(text.trim())));

export const rawSchema = z
  .string()
  .trim()
  .transform((text, { issues }) => {
    const stripped = stripTransaction(bytesOf(text));
    if (stripped !== undefined) return stripped;
    issues.push({ code: 'custom', input: text, message: 'is no transaction' });
    return z.NEVER;
  });
