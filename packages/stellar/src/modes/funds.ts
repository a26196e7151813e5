import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Reserve } from './reserve.ts';

/** All in stroops. */
export interface Needs {
  /** XLM that leave the account beside the fee. */
  readonly spent: bigint;
  /** What the transaction locks beside that: the reserve of new entries. */
  readonly locked: bigint;
  /** The bid: the network takes less, but the account must have all of it. */
  readonly fee: bigint;
  /** What the locked coins are for. */
  readonly what?: string | undefined;
}

/** What is missing. The reserve stays in the account, and cannot even pay fees. */
export function fundsProblems(
  context: Pick<StellarContext, 'identity'>,
  { available: least, minimum }: Reserve,
  { spent, locked, fee, what = '' }: Needs,
): Problem[] {
  const available = least < 0n ? 0n : least;
  if (least >= spent + locked + fee) return [];
  const native = (amount: bigint) => nativeAmount(context, amount);
  if (spent > 0n) {
    const numbers = {
      available: native(available),
      reserve: native(minimum),
      amount: native(spent),
      fees: native(fee),
      needed: native(spent + fee),
    };
    return [problem('balance.insufficientBesideReserve', numbers, 'transaction.data.amount')];
  }
  const sender = 'transaction.data.senderAddress';
  if (locked > 0n) {
    const numbers = {
      available: native(available),
      needed: native(locked + fee),
      fees: native(fee),
      deposit: native(locked),
      what,
    };
    return [problem('balance.insufficientForDeposit', numbers, sender)];
  }
  const numbers = { ticker: context.identity.ticker, fees: native(fee), available: native(available) };
  return [problem('balance.insufficientForFees', numbers, sender)];
}
