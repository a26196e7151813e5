import { type CompletedData, parseAmount, refuse } from '@isochain/core';
import { capOf, type Price } from './fees/fee-models.ts';
import type { Surcharge } from './fees/l1-fee.ts';

/** What the bytes depend on beyond the fields of the specification. Wei, as decimal strings. */
export type Params = Readonly<Partial<Record<'l1Fee' | 'operatorFee', string>>> &
  (
    | { readonly type: 'eip1559'; readonly maxFeePerGas: string; readonly maxPriorityFeePerGas: string }
    | { readonly type: 'legacy'; readonly gasPrice: string }
  );

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
  const { price, l1Fee, operatorFee } = readParams(data.params);
  const gas = parseAmount(data.gas ?? '');
  const nonce = parseAmount(data.nonce ?? '');
  const fees = parseAmount(data.fees);
  if (gas === undefined || gas === 0n) throw altered('gas');
  if (nonce === undefined || nonce > largestNonce) throw altered('nonce');
  if (fees !== totalFees(gas, price, { l1Fee, operatorFee })) throw altered('fees');
  if (price.type === 'eip1559' && price.maxPriorityFeePerGas > price.maxFeePerGas) throw altered('params');
  return { price, gas, nonce: Number(nonce), fees };
}

const members = {
  eip1559: new Set(['type', 'maxFeePerGas', 'maxPriorityFeePerGas', 'l1Fee', 'operatorFee']),
  legacy: new Set(['type', 'gasPrice', 'l1Fee', 'operatorFee']),
};

/** By hand: a schema takes as long as all the rest of assembling. */
function readParams(params: unknown): { price: Price; l1Fee: bigint; operatorFee: bigint } {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) throw altered('params');
  const given = params as Readonly<Record<string, unknown>>;
  const { type } = given;
  if (type !== 'eip1559' && type !== 'legacy') throw altered('params');
  for (const name in given) if (!members[type].has(name)) throw altered('params');
  const price: Price =
    type === 'legacy'
      ? { type, gasPrice: readWei(given.gasPrice) }
      : {
          type,
          maxFeePerGas: readWei(given.maxFeePerGas),
          maxPriorityFeePerGas: readWei(given.maxPriorityFeePerGas),
        };
  return { price, l1Fee: readAdded(given.l1Fee), operatorFee: readAdded(given.operatorFee) };
}

function readAdded(text: unknown): bigint {
  return text === undefined ? 0n : readWei(text);
}

function readWei(text: unknown): bigint {
  const value = typeof text === 'string' ? parseAmount(text) : undefined;
  if (value === undefined) throw altered('params');
  return value;
}

export function altered(field: string): Error {
  return refuse('data.altered', { reason: `${field} does not follow from the rest` }, `transaction.data.${field}`);
}
