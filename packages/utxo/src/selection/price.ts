import { feeOf, type Inputs, maxWeight, type Outputs, weightOf } from '../fees/weights.ts';

/** What a payment costs beside its inputs. Amounts in the smallest unit. */
export interface Terms {
  /** Sum of all outputs except change. */
  readonly amount: bigint;
  readonly outputs: Outputs;
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** Surcharge for outputs of small amounts, beside the fee rate. */
  readonly surcharge: bigint;
  readonly minFee: bigint;
  readonly exactFee: bigint | undefined;
  readonly change: {
    readonly weight: number;
    /** The least amount of change. */
    readonly least: bigint;
    /** The cost of spending the change later. */
    readonly spendFee: bigint;
  };
}

/** A payment with certain coins. */
export interface Price {
  /** Inputs less outputs. */
  readonly fees: bigint;
  /** 0 for none. */
  readonly change: bigint;
  readonly weight: number;
  /** Fees, plus the cost of spending the change later. */
  readonly cost: bigint;
}

/**
 * What it costs to pay with certain coins. There is change if that is cheaper, so a leftover that is worth more than the change costs is never
 * given away.
 *
 * @param value - Sum of the inputs.
 * @returns undefined if the coins do not suffice, or are too heavy together.
 */
export function priceOf(terms: Terms, inputs: Inputs, value: bigint): Price | undefined {
  const { outputs, change } = terms;
  const weight = weightOf(inputs, outputs);
  const left = value - terms.amount;
  if (left < feeFor(terms, weight) || weight > maxWeight) return undefined;
  const heavier = weightOf(inputs, { count: outputs.count + 1, weight: outputs.weight + change.weight });
  const fees = feeFor(terms, heavier);
  const cost = fees + change.spendFee;
  return left - fees >= change.least && cost < left && heavier <= maxWeight
    ? { fees, change: left - fees, weight: heavier, cost }
    : { fees: left, change: 0n, weight, cost: left };
}

/** The fee that a transaction of this weight has to pay. */
export function feeFor({ feeRate, surcharge, minFee, exactFee }: Terms, weight: number): bigint {
  const fee = feeOf(feeRate, weight) + surcharge;
  return exactFee ?? (fee > minFee ? fee : minFee);
}
