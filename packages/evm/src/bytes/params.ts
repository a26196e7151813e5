import { parseAmount } from '@isochain/core';
import * as z from 'zod';
import { capOf, type Price } from '../fees/fee-models.ts';
import type { Surcharge } from '../fees/l1-fee.ts';

const wei = z.string().transform((text, { issues }) => {
  const amount = parseAmount(text);
  if (amount !== undefined) return amount;
  issues.push({ code: 'custom', input: text, message: 'it is not an amount of wei' });
  return z.NEVER;
});

/** What rollups charge beyond gas. */
const added = { l1Fee: wei.optional(), operatorFee: wei.optional() };

/** What the bytes depend on besides the fields of the specification. Wei, as decimal text. */
export const paramsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('eip1559'), maxFeePerGas: wei, maxPriorityFeePerGas: wei, ...added }),
  z.strictObject({ type: z.literal('legacy'), gasPrice: wei, ...added }),
]);

export type Params = z.input<typeof paramsSchema>;

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

/** viem has nonces as numbers, which lose digits beyond this. No account comes near (EIP-2681 caps nonces at 2^64 - 2). */
export const largestNonce = BigInt(Number.MAX_SAFE_INTEGER);

/** The most that a transaction can cost, in wei: gas * cap + L1 fee + operator fee. */
export function totalFees(gas: bigint, price: Price, extra: Surcharge | undefined): bigint {
  return gas * capOf(price) + (extra?.l1Fee ?? 0n) + (extra?.operatorFee ?? 0n);
}
