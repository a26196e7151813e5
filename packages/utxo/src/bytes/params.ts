import { parseAmount } from '@isochain/core';
import * as z from 'zod';

const value = z.string().transform((text, refinement) => {
  const amount = parseAmount(text);
  // The field that holds it has 64 bits.
  if (amount === undefined || amount >= 2n ** 63n) refinement.addIssue('not an amount');
  return amount ?? 0n;
});

const txid = /^[0-9a-f]{64}$/;
const hex = /^(?:[0-9a-f]{2})+$/;

/** Branch and index below the extended key. Child numbers below 2^31 are not hardened (BIP32). */
const path = z
  .string()
  .regex(/^[01]\/(?:0|[1-9]\d{0,9})$/)
  .refine((text) => Number(text.slice(2)) < 2 ** 31);

const input = z.strictObject({
  txid: z.string().regex(txid),
  vout: z.int().min(0).max(0xffff_ffff),
  value,
  type: z.enum(['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh']),
  sequence: z.int().min(0).max(0xffff_ffff),
  /** Branch and index below an extended key: `0/7`. Absent if the sender is one address. */
  path: path.optional(),
});

const output = z.strictObject({
  /** As we write it; absent only if a script has no address. */
  address: z.string().max(100).optional(),
  /** Hex, instead of an address. */
  script: z.string().regex(hex).max(20_000).optional(),
  value,
  role: z.enum(['recipient', 'change']),
  path: path.optional(),
});

/** Previous transactions by their ids. A record of zod would skip `__proto__`, which must be found like any other member. */
const previous = z.custom<Readonly<Record<string, string>>>(
  (record) =>
    typeof record === 'object' &&
    record !== null &&
    Object.entries(record).every(([id, raw]) => txid.test(id) && typeof raw === 'string' && hex.test(raw)),
);

/** Standard transactions have less than 400,000 weight units, and no input has less than 164 of them. */
const mostInputs = 2_440;

/** What the bytes of a payment depend on beyond the fields of the specification. Amounts are in the smallest unit, as decimal strings. */
export const paymentSchema = z.strictObject({
  v: z.literal(1),
  /** What is paid for a virtual byte, in the smallest unit, with up to 3 decimals, rounded down. */
  feeRate: z.string(),
  lockTime: z.literal(0),
  /** In the order of `encoded`. */
  inputs: z.array(input).min(1).max(mostInputs),
  /** In the order of the transaction. */
  outputs: z.array(output).min(1).max(2),
  /**
   * Previous transactions, in hex without witness. All of them if inputs are legacy, or if the client wished for them; those that fit if there is more
   * than one input of segwit v0.
   */
  prevTxs: previous.optional(),
  /** Hex. Present if the sender's script is known from an earlier spend, and not from its key. */
  redeemScript: z
    .string()
    .regex(/^0014[0-9a-f]{40}$/)
    .optional(),
  /** The highest weight of the signed transaction, in weight units. Signatures may turn out a byte shorter. */
  weight: z.int().min(0).max(400_000),
  vsize: z.int().min(0).max(100_000),
});

/** `params` as encode writes them. */
export type PaymentParams = z.input<typeof paymentSchema>;

/** `params` as they are read. */
export type Payment = z.output<typeof paymentSchema>;

/**
 * Writes a fee rate.
 *
 * @param rate - Smallest unit per 1,000 virtual bytes.
 * @returns Smallest unit per virtual byte, with up to 3 decimals: 2114 is `2.114`.
 */
export function writeFeeRate(rate: bigint): string {
  const fraction = (rate % 1000n).toString().padStart(3, '0').replace(/0+$/, '');
  return `${rate / 1000n}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Reads a fee rate.
 *
 * @param text - Smallest unit per virtual byte, with up to 3 decimals.
 * @returns Smallest unit per 1,000 virtual bytes; undefined if the text is no such number.
 */
export function parseFeeRate(text: string): bigint | undefined {
  const match = /^(0|[1-9]\d{0,8})(?:\.(\d{1,3}))?$/.exec(text);
  return match === null ? undefined : BigInt(`${match[1]}${(match[2] ?? '').padEnd(3, '0')}`);
}
