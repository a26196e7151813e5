import type { Policy } from '../chains.ts';
import { byOutpoint, sumOf } from '../coin.ts';
import { leastChange, surchargeOf } from '../fees/dust.ts';
import {
  feeOf,
  inputWeight,
  noInputs,
  outputWeight,
  type SpendKind,
  sumOutputs,
  weightOf,
  withInput,
} from '../fees/weights.ts';
import { accumulate } from './accumulate.ts';
import { type Candidate, economicCoins } from './candidates.ts';
import { changeless } from './changeless.ts';
import { feeFor, priceOf, type Terms } from './price.ts';

/** Amounts in the smallest unit. */
export interface SelectionRequest<C extends Candidate> {
  readonly coins: readonly C[];
  /** Coins that are spent even at a loss: those of the transaction to replace. */
  readonly required?: readonly C[] | undefined;
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[];
  /** Where change would go, and how it would be spent. */
  readonly change: { readonly script: Uint8Array; readonly spend: SpendKind };
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  readonly policy: Policy;
  readonly maxInputs: number;
  /** The least fee. */
  readonly minFee?: bigint | undefined;
  /**
   * The exact fee, whatever the weight. Callers compare it with what nodes ask for. It is higher only if all coins together leave too little
   * for change.
   */
  readonly exactFee?: bigint | undefined;
}

export type Selection<C extends Candidate> =
  | {
      readonly ok: true;
      /** In the order of inputs: by transaction, then by output. */
      readonly coins: C[];
      /** 0 for none. */
      readonly change: bigint;
      /** Inputs less outputs. */
      readonly fees: bigint;
      /** With the longest possible signatures. */
      readonly weight: number;
    }
  | {
      readonly ok: false;
      readonly reason: 'insufficient';
      /** The payment and its fees. */
      readonly needed: bigint;
      /** What the payment would cost with all coins. */
      readonly fees: bigint;
      /** Sum of all coins that are worth their fee. */
      readonly spendable: bigint;
    }
  | {
      readonly ok: false;
      readonly reason: 'tooMany';
      /** Inputs of a transaction. */
      readonly limit: number;
      /** The most that could be paid now. */
      readonly sendable: bigint;
    };

/**
 * Chooses coins for a payment so that the fees now, plus the cost of spending the change later, are least. Pure: the same coins in any order give
 * the same selection.
 *
 * There are two searches: coins without change by branch and bound, and the most valuable coins with change. Inputs count with the whole fee rate.
 * Bitcoin Core's waste counts inputs only with the excess over a long-term rate. At ordinary rates that is nothing, so it takes twenty coins when one
 * suffices. Its third search, a random draw, cannot cost less than the most valuable coins and is not made.
 */
export function selectCoins<C extends Candidate>(request: SelectionRequest<C>): Selection<C> {
  const { required = [], maxInputs, change } = request;
  const terms = termsOf(request);
  const coins = economicCoins(request.coins, request.feeRate, required);
  const start = spent(required);
  const found = accumulate(terms, coins, start, maxInputs);
  if (!found.ok) {
    if (found.reason === 'tooMany') return found;
    // Without coins, tell what the payment would cost with one.
    const single = withInput(noInputs, change.spend);
    const isEmpty = coins.length + required.length === 0;
    const fees = isEmpty ? feeFor(terms, weightOf(single, terms.outputs)) : found.fees;
    return { ...found, needed: terms.amount + fees, fees, spendable: start.value + sumOf(coins) };
  }
  const known = { cost: found.price.cost, fewest: found.fewest };
  const exact = terms.exactFee === undefined ? changeless(terms, coins, start, known, maxInputs) : undefined;
  const all = exact && spent([...required, ...exact]);
  const price = all && priceOf(terms, all.inputs, all.value);
  const [chosen, { change: rest, fees, weight }] =
    exact !== undefined && price !== undefined && price.cost < found.price.cost
      ? [exact, price]
      : [coins.slice(0, found.count), found.price];
  return { ok: true, coins: [...required, ...chosen].sort(byOutpoint), change: rest, fees, weight };
}

function termsOf<C extends Candidate>(request: SelectionRequest<C>): Terms {
  const { outputs, change, feeRate, policy, minFee = 0n, exactFee } = request;
  const values = outputs.map(({ value }) => value);
  const longTermRate = feeRate < policy.longTermFeeRate ? feeRate : policy.longTermFeeRate;
  return {
    amount: values.reduce((sum, value) => sum + value, 0n),
    outputs: sumOutputs(outputs.map(({ script }) => script)),
    feeRate,
    surcharge: surchargeOf(policy, values),
    minFee,
    exactFee,
    change: {
      weight: outputWeight(change.script),
      least: leastChange(policy, change.script),
      // With a wished fee, change is made if it is possible at all.
      spendFee: exactFee === undefined ? feeOf(longTermRate, inputWeight(change.spend)) : 0n,
    },
  };
}

function spent(coins: readonly Candidate[]) {
  return { inputs: coins.reduce((inputs, { spend }) => withInput(inputs, spend), noInputs), value: sumOf(coins) };
}
