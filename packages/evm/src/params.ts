import { type CompletedData, parseAmount, refuse } from '@isochain/core';
import * as z from 'zod';
import { capOf, type Price } from './fees/fee-models.ts';
import type { Surcharge } from './fees/l1-fee.ts';

const amount = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined) refinement.addIssue('not a whole number');
  return value ?? 0n;
});

const surcharges = { l1Fee: amount.optional(), operatorFee: amount.optional() };

/** What the bytes depend on beyond the fields of the specification. Wei, as decimal strings. */
const paramsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('eip1559'), maxFeePerGas: amount, maxPriorityFeePerGas: amount, ...surcharges }),
  z.strictObject({ type: z.literal('legacy'), gasPrice: amount, ...surcharges }),
]);

export type Params = z.input<typeof paramsSchema>;

export interface Terms {
  readonly price: Price;
  readonly gas: bigint;
  readonly nonce: number;
  /** gas * cap + L1 fee + operator fee: the most that the sender can be charged, in wei. */
  readonly fees: bigint;
}

export function toParams(price: Price, extra: Surcharge | undefined): Params {
  const added = extra === undefined ? {} : { l1Fee: extra.l1Fee.toString(), operatorFee: extra.operatorFee.toString() };
  return price.type === 'legacy'
    ? { type: 'legacy', gasPrice: price.gasPrice.toString(), ...added }
    : {
        type: 'eip1559',
        maxFeePerGas: price.maxFeePerGas.toString(),
        maxPriorityFeePerGas: price.maxPriorityFeePerGas.toString(),
        ...added,
      };
}

/** Nonces are numbers in viem, which lose digits beyond this, and no account comes near (EIP-2681 caps them at 2^64 - 2). */
export const largestNonce = BigInt(Number.MAX_SAFE_INTEGER);

/** The most that a transaction can cost, in wei. */
export function totalFees(gas: bigint, price: Price, extra: Surcharge | undefined): bigint {
  return gas * capOf(price) + (extra?.l1Fee ?? 0n) + (extra?.operatorFee ?? 0n);
}

/**
 * Reads the terms of a transaction from completed data.
 *
 * @throws RefusedError `data.altered` if a part is missing, or `fees` does not follow from the others.
 */
export function readTerms(data: CompletedData): Terms {
  const parsed = paramsSchema.safeParse(data.params);
  if (!parsed.success) throw altered('params');
  const { l1Fee = 0n, operatorFee = 0n, ...price } = parsed.data;
  const gas = parseAmount(data.gas ?? '');
  const nonce = parseAmount(data.nonce ?? '');
  const fees = parseAmount(data.fees);
  if (gas === undefined || gas === 0n) throw altered('gas');
  if (nonce === undefined || nonce > largestNonce) throw altered('nonce');
  if (fees !== totalFees(gas, price, { l1Fee, operatorFee })) throw altered('fees');
  if (price.type === 'eip1559' && price.maxPriorityFeePerGas > price.maxFeePerGas) throw altered('params');
  return { price, gas, nonce: Number(nonce), fees };
}

export function altered(field: string): Error {
  return refuse('data.altered', { reason: `${field} does not follow from the rest` }, `transaction.data.${field}`);
}
