import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';

type Wanted = bigint | 'max' | undefined;

/** How much of a position moves. */
export function amountOf(wanted: Wanted, staked = 0n): bigint {
  return wanted === 'max' ? staked : (wanted ?? 0n);
}

/** Whether there is anything to move. */
export function isWhole(amount: bigint): boolean {
  return amount > 0n;
}

/**
 * Whether a position has what is asked for.
 *
 * @param field - The field of the request that names the validator.
 * @param staked - What the account has with the validator. Undefined if that is nothing.
 */
export function partProblems(
  named: Pick<NamedChain, 'chain' | 'identity'>,
  validator: Address,
  field: string,
  wanted: Wanted,
  staked: bigint | undefined,
): Problem[] {
  // What slashing has left may be less than a unit.
  if (staked === undefined || staked === 0n) {
    return [problem('position.notFound', { reason: `the account has no stake with ${validator}` }, field)];
  }
  const needed = amountOf(wanted, staked);
  if (needed <= staked) return [];
  const numbers = { available: nativeAmount(named, staked), needed: nativeAmount(named, needed) };
  return [problem('position.insufficient', numbers, 'transaction.data.amount')];
}
