import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { AptosContext } from '../context.ts';

/** All in octas. */
export interface Funds {
  readonly balance: bigint;
  /** What leaves the balance beside the fees. */
  readonly spent: bigint;
  /** The most that the transaction may cost. */
  readonly fees: bigint;
}

/**
 * The chain takes fees from the same balance, after the transaction was carried out. If they are missing then, everything is undone and the fee is lost.
 *
 * @param payer - The field of the request that names the account.
 */
export function fundsProblems(
  context: Pick<AptosContext, 'identity'>,
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
