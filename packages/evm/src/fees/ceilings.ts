import { type AmountOf, type Problem, problem } from '@isochain/core';
import type { EvmContext } from '../context.ts';
import { capOf, type Price } from './fee-models.ts';

// Prices come from one endpoint, and one endpoint can lie. What it can take is bounded here, whatever it says.

const fees = 'transaction.data.fees';

/** Wei per gas, as people write them. */
export function gwei(amount: bigint): AmountOf {
  return { amount, decimals: 9, ticker: 'gwei' };
}

/** The highest tip that is ever offered, in wei per gas, whatever was wished for: a wish for fees says nothing of tips. */
export function highestTip({ chain }: EvmContext): bigint {
  return BigInt(chain.ceilings.tip ?? chain.ceilings.gasPrice);
}

/** What stands against a price that the client did not ask for. */
export function priceProblems(context: EvmContext, price: Price): Problem[] {
  const gasPrice = BigInt(context.chain.ceilings.gasPrice);
  if (capOf(price) > gasPrice) return [above(context, 'gas price', gwei(capOf(price)), gwei(gasPrice), fees)];
  const tip = highestTip(context);
  if (price.type === 'legacy' || price.maxPriorityFeePerGas <= tip) return [];
  return [above(context, 'tip', gwei(price.maxPriorityFeePerGas), gwei(tip), fees)];
}

/** What stands against a gas limit that the client did not ask for. */
export function gasProblems(context: EvmContext, gas: bigint): Problem[] {
  const { gas: ceiling } = context.chain.ceilings;
  if (ceiling === undefined || gas <= BigInt(ceiling)) return [];
  const units = (amount: bigint) => ({ amount, decimals: 0, ticker: 'gas' });
  return [above(context, 'gas limit', units(gas), units(BigInt(ceiling)), 'transaction.data.gas')];
}

/** What stands against fees in all that the client did not ask for, in wei. */
export function feeProblems(context: EvmContext, total: bigint): Problem[] {
  const ceiling = BigInt(context.chain.ceilings.fee);
  const { decimals, ticker } = context.identity;
  const coins = (amount: bigint) => ({ amount, decimals, ticker });
  return total <= ceiling ? [] : [above(context, 'sum of fees', coins(total), coins(ceiling), fees)];
}

/** Whether prices are refused: what follows from them, such as a balance that does not suffice, says nothing then. */
export function isAboveCeiling(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'fee.aboveCeiling');
}

function above(context: EvmContext, what: string, asked: AmountOf, ceiling: AmountOf, field: string): Problem {
  return problem('fee.aboveCeiling', { what, asked, ceiling, chain: context.identity.name }, field);
}
