import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { StarknetContext } from '../context.ts';
import type { Estimate, Prices } from '../fees/bounds.ts';

/** All in FRI. */
export interface Funds {
  readonly balance: bigint;
  /** What leaves the balance beside the fees. */
  readonly spent: bigint;
  /** The most that the transaction may cost. */
  readonly fees: bigint;
}

/**
 * Nodes ask that an account holds the highest fee, and what it sends must be there too.
 *
 * @param payer - The field of the request that names the account.
 */
export function fundsProblems(
  context: StarknetContext,
  { balance, spent, fees }: Funds,
  payer = 'transaction.data.senderAddress',
): Problem[] {
  if (balance >= spent + fees) return [];
  const native = (amount: bigint) => nativeAmount(context, amount);
  if (spent === 0n) {
    const numbers = { ticker: context.identity.ticker, fees: native(fees), available: native(balance) };
    return [problem('balance.insufficientForFees', numbers, payer)];
  }
  const numbers = {
    available: native(balance),
    amount: native(spent),
    fees: native(fees),
    needed: native(spent + fees),
  };
  return [problem('balance.insufficient', numbers, 'transaction.data.amount')];
}

/** Without STRK no fees can be paid, whatever they are. For answers that know no fees. */
export function missingCoinProblems(context: StarknetContext, balance: bigint): Problem[] {
  if (balance > 0n) return [];
  const numbers = { ticker: context.identity.ticker, available: nativeAmount(context, balance) };
  return [problem('balance.insufficientForFees', numbers, 'transaction.data.senderAddress')];
}

/** The chain charges what was used, and the rest of the fees stays in the account. */
export function maximumWarnings(
  context: StarknetContext,
  {
    estimate,
    surcharge,
    prices,
    tip,
    fees,
  }: {
    readonly estimate: Estimate;
    readonly surcharge: bigint;
    readonly prices: Prices;
    readonly tip: bigint;
    readonly fees: bigint;
  },
): Problem[] {
  const likely =
    estimate.l1Gas * prices.l1GasPrice +
    (estimate.l2Gas + surcharge) * (prices.l2GasPrice + tip) +
    estimate.l1DataGas * prices.l1DataGasPrice;
  const numbers = { likely: nativeAmount(context, likely), fees: nativeAmount(context, fees) };
  return [problem('fee.likely', numbers, 'transaction.data.fees')];
}
