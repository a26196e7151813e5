import type { Policy } from '../chains.ts';
import { byOutpoint, sumOf } from '../coin.ts';
import { dustThreshold, surchargeOf } from '../fees/dust.ts';
import { feeOf, inputWeight, maxWeight, noInputs, sumOutputs, weightOf, withInput } from '../fees/weights.ts';
import { type Candidate, economicCoins } from './candidates.ts';

/** Amounts in the smallest unit. */
export interface MaxRequest<C extends Candidate> {
  readonly coins: readonly C[];
  /** scriptPubKey of the only output. */
  readonly script: Uint8Array;
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  readonly policy: Policy;
  readonly maxInputs: number;
  /** The exact fee, whatever the weight. Callers compare it with what nodes ask for. */
  readonly exactFee?: bigint | undefined;
}

export type MaxSelection<C extends Candidate> =
  | {
      readonly ok: true;
      /** In the order of inputs: by transaction, then by output. */
      readonly coins: C[];
      readonly amount: bigint;
      /** Inputs less the output. */
      readonly fees: bigint;
      /** With the longest possible signatures. */
      readonly weight: number;
      /** Coins that are worth their fee but do not fit into one transaction. */
      readonly left: { readonly count: number; readonly value: bigint };
    }
  | {
      readonly ok: false;
      /** The recipient would get less than nodes relay. */
      readonly reason: 'nothing';
      /** Sum of all coins that are worth their fee. */
      readonly spendable: bigint;
      readonly fees: bigint;
    };

/**
 * Chooses the coins that give one output the most after fees: all coins that are worth their fee, as far as they fit, the most valuable first. Pure,
 * as selectCoins.
 */
export function selectMax<C extends Candidate>(request: MaxRequest<C>): MaxSelection<C> {
  const { script, feeRate, policy, maxInputs, exactFee } = request;
  const outputs = sumOutputs([script]);
  const feeAt = (weight: number) => exactFee ?? feeOf(feeRate, weight);
  const coins = economicCoins(request.coins, feeRate);
  let best = { count: 0, rest: 0n, weight: 0 };
  let fitting = 0;
  let value = 0n;
  let inputs = noInputs;
  for (const coin of coins) {
    inputs = withInput(inputs, coin.spend);
    const weight = weightOf(inputs, outputs);
    if (inputs.count > maxInputs || weight > maxWeight) break;
    fitting = inputs.count;
    value += coin.value;
    const rest = value - feeAt(weight);
    // Not always all coins: the 253rd input makes their number two bytes longer, and the last coins may be worth less than that.
    if (rest > best.rest) best = { count: fitting, rest, weight };
  }
  const amount = best.rest - (exactFee === undefined ? surchargeOf(policy, [best.rest]) : 0n);
  if (amount <= 0n || amount < dustThreshold(policy, script)) {
    // If no coin is worth its fee, tell what it would take with one of the lightest.
    const kinds = [...new Set(request.coins.map(({ spend }) => spend))];
    const [lightest] = kinds.sort((a, b) => inputWeight(a) - inputWeight(b));
    if (inputs.count === 0 && lightest !== undefined) inputs = withInput(inputs, lightest);
    return { ok: false, reason: 'nothing', spendable: sumOf(coins), fees: feeAt(weightOf(inputs, outputs)) };
  }
  const chosen = coins.slice(0, best.count).sort(byOutpoint);
  const beyond = coins.slice(fitting);
  return {
    ok: true,
    coins: chosen,
    amount,
    fees: sumOf(chosen) - amount,
    weight: best.weight,
    left: { count: beyond.length, value: sumOf(beyond) },
  };
}
