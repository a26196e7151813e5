import { ceilDiv } from '@isochain/core';
import { type Inputs, inputWeight, maxWeight, weightOf, withInput } from '../fees/weights.ts';
import { searchExact } from './branch-and-bound.ts';
import type { Candidate } from './candidates.ts';
import type { Terms } from './price.ts';

/** Amounts are in 4,000ths of a unit, so that nothing is rounded: a weight of 1 costs a 4,000th of the fee rate. */
const parts = 4_000n;

/**
 * Finds coins that pay without change for less than a known selection. All coins are of one kind, as in an account.
 *
 * @param coins - The most effective first.
 * @param start - Coins that are spent in any case.
 * @param known - The cost of the known selection, and the least number of coins that the payment takes.
 * @param maxInputs - Of the transaction.
 */
export function changeless<C extends Candidate>(
  terms: Terms,
  coins: readonly C[],
  start: { readonly inputs: Inputs; readonly value: bigint },
  known: { readonly cost: bigint; readonly fewest: number },
  maxInputs: number,
): C[] | undefined {
  const [first] = coins;
  if (first === undefined || coins.some(({ spend }) => spend !== first.spend)) return undefined;
  const { inputs, value } = start;
  const due = terms.amount - value;
  // A larger coin would leave more than the known selection costs.
  const fitting = coins.filter((coin) => coin.value - due < known.cost);

  // The weight without the coins. From 253 inputs on, their number takes two bytes more.
  const weight = inputWeight(first.spend);
  const fewest = coins.slice(0, known.fewest).reduce((sum, { spend }) => withInput(sum, spend), inputs);
  const base = weightOf(fewest, terms.outputs) - known.fewest * weight;
  const countable = fewest.count < 253 ? Math.min(maxInputs, 252) : maxInputs;
  const maxCount = Math.min(countable - inputs.count, Math.floor((maxWeight - base) / weight));
  // Rounding up to whole virtual bytes. An input of p2tr ends with half a virtual byte, so it matters whether their number is even.
  const rounding = (number: number) => (4 - ((base + number * weight) % 4)) % 4;

  for (const scale of [parts, 1n]) {
    const costOf = (weight: number) => ceilDiv(terms.feeRate * BigInt(weight) * scale, parts);
    const target = (due + terms.surcharge) * scale + costOf(base);
    const bound = (known.cost + due) * scale - target;
    if (target <= 0n || bound <= 0n) return undefined;
    const cost = costOf(weight);
    const effective = fitting.map((coin) => coin.value * scale - cost);
    if (effective.reduce((sum, each) => sum + each, target + bound) > Number.MAX_SAFE_INTEGER) continue;
    const places = searchExact({
      effective: effective.map(Number),
      cost: Number(cost),
      target: Number(target),
      extra: [Number(costOf(rounding(2))), Number(costOf(rounding(1)))],
      bound: Number(bound),
      unit: Number(scale),
      maxCount,
    });
    return places?.flatMap((place) => fitting[place] ?? []);
  }
  return undefined;
}
