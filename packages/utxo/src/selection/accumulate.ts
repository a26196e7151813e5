import { type Inputs, maxWeight, weightOf, withInput } from '../fees/weights.ts';
import type { Candidate } from './candidates.ts';
import { feeFor, type Price, priceOf, type Terms } from './price.ts';

/** The result of taking coins in their order. */
export type Accumulation =
  | {
      readonly ok: true;
      /** How many of the coins to take. */
      readonly count: number;
      readonly price: Price;
      /** The least number of coins that the payment succeeds with. */
      readonly fewest: number;
    }
  | { readonly ok: false; readonly reason: 'insufficient'; readonly fees: bigint }
  | { readonly ok: false; readonly reason: 'tooMany'; readonly limit: number; readonly sendable: bigint };

/**
 * Takes coins in their order until there is change, and keeps the cheapest stop on the way: one more coin can cost less than giving away a leftover
 * that is too small for change. With coins of one kind, the most valuable first, no other selection with change has fewer inputs, so none is cheaper.
 *
 * @param start - Coins that are spent in any case.
 */
export function accumulate(
  terms: Terms,
  coins: readonly Candidate[],
  start: { readonly inputs: Inputs; readonly value: bigint },
  maxInputs: number,
): Accumulation {
  let { inputs, value } = start;
  let best: { readonly count: number; readonly price: Price; readonly fewest: number } | undefined;
  let limit = maxInputs;
  let sendable = 0n;
  let fees = 0n;
  for (let count = 0; ; count++) {
    const weight = weightOf(inputs, terms.outputs);
    fees = feeFor(terms, weight);
    if (inputs.count > limit || weight > maxWeight) {
      // Beyond the limit of inputs only one question is left: whether the account could pay at all.
      limit = Math.min(limit, inputs.count - 1);
      if (best !== undefined) break;
      if (value - fees >= terms.amount) return { ok: false, reason: 'tooMany', limit, sendable };
    } else if (inputs.count > 0) {
      if (value - fees > sendable) sendable = value - fees;
      const price = priceOf(terms, inputs, value);
      if (price !== undefined && (best === undefined || price.cost < best.price.cost)) {
        best = { count, price, fewest: best?.fewest ?? count };
      }
      if (price !== undefined && price.change > 0n) break;
    }
    const coin = coins[count];
    if (coin === undefined) break;
    inputs = withInput(inputs, coin.spend);
    value += coin.value;
  }
  return best === undefined ? { ok: false, reason: 'insufficient', fees } : { ok: true, ...best };
}
