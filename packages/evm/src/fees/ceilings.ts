import { type AmountOf, type Problem, problem } from '@isochain/core';
import type { EvmContext } from '../context.ts';
import { capOf, type Price } from './fee-models.ts';

// Prices come from one endpoint, and it can lie. Ceilings limit what a lie can cost.

const fees = 'transaction.data.fees';

/** Wei per gas, as people write them. */
export function gwei(amount: bigint): AmountOf {
  return { amount, decimals: 9, ticker: 'gwei' };
}

/** The highest tip that is ever offered, in wei per gas. A wish for `fees` does not raise it: it says nothing about tips. */
export function highestTip({ chain }: EvmContext): bigint {
  return BigInt(chain.ceilings.tip ?? chain.ceilings.gasPrice);
}

/** The problem, if a price that the client did not ask for is above its ceiling. */
export function priceProblems(context: EvmContext, price: Price): Problem[] {
  const gasPrice = BigInt(context.chain.ceilings.gasPrice);
  if (capOf(price) > gasPrice) return [above(context, 'gas price', gwei(capOf(price)), gwei(gasPrice), fees)];
  const tip = highestTip(context);
  if (price.type === 'legacy' || price.maxPriorityFeePerGas <= tip) return [];
  return [above(context, 'tip', gwei(price.maxPriorityFeePerGas), gwei(tip), fees)];
}

/** The problem, if a gas limit that the client did not ask for is above its ceiling. */
export function gasProblems(context: EvmContext, gas: bigint): Problem[] {
  const { gas: ceiling } = context.chain.ceilings;
  if (ceiling === undefined || gas <= BigInt(ceiling)) return [];
  const units = (amount: bigint) => ({ amount, decimals: 0, ticker: 'gas' });
  return [above(context, 'gas limit', units(gas), units(BigInt(ceiling)), 'transaction.data.gas')];
}

/** The problem, if total fees that the client did not ask for, in wei, are above their ceiling. */
export function feeProblems(context: EvmContext, total: bigint): Problem[] {
  const ceiling = BigInt(context.chain.ceilings.fee);
  const { decimals, ticker } = context.identity;
  const coins = (amount: bigint) => ({ amount, decimals, ticker });
  return total <= ceiling ? [] : [above(context, 'sum of fees', coins(total), coins(ceiling), fees)];
}

/** Whether prices are refused. Then problems that follow from prices, such as a balance that is too low, mean nothing. */
export function isAboveCeiling(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'fee.aboveCeiling');
}

function above(context: EvmContext, what: string, asked: AmountOf, ceiling: AmountOf, field: string): Problem {
  return problem('fee.aboveCeiling', { what, asked, ceiling, chain: context.identity.name }, field);
}
