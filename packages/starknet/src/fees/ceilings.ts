import { type Problem, problem } from '@isochain/core';
import type { StarknetOptions } from '../options.ts';

/** The highest prices and fees that are encoded, in FRI. */
export interface Ceilings {
  readonly l2GasPrice: bigint;
  readonly l1GasPrice: bigint;
  readonly fee: bigint;
}

/**
 * Our own choice: a thousand times the lowest price of layer 2 that the network ever had, a whole STRK for a unit of layer 1, and 100 STRK for a transaction.
 * The chain never charges more than its own prices, so a bound that is too high costs nothing, but it locks coins.
 */
const usual: Ceilings = {
  l2GasPrice: 8_000n * 10n ** 9n,
  l1GasPrice: 10n ** 18n,
  fee: 100n * 10n ** 18n,
};

/** @param options - The operator's. Each ceiling replaces the usual one. */
export function ceilingsOf({ l2GasPrice, l1GasPrice, fee }: NonNullable<StarknetOptions['ceilings']> = {}): Ceilings {
  return {
    l2GasPrice: l2GasPrice === undefined ? usual.l2GasPrice : BigInt(l2GasPrice),
    l1GasPrice: l1GasPrice === undefined ? usual.l1GasPrice : BigInt(l1GasPrice),
    fee: fee === undefined ? usual.fee : BigInt(fee),
  };
}

/**
 * A tip is a price too, so it has the same ceiling. It is the client's own wish: nothing has to be asked to refuse it.
 *
 * @param tip - FRI for each unit of gas of layer 2.
 */
export function tipProblems({ l2GasPrice }: Ceilings, tip: bigint): Problem[] {
  if (tip <= l2GasPrice) return [];
  const field = 'transaction.data.params.tip';
  const reason = `a tip of ${tip} FRI is above the ceiling of ${l2GasPrice} FRI for a unit of gas of layer 2`;
  return [problem('wish.invalid', { field, reason }, field)];
}
