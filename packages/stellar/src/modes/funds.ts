import { type AmountOf, nativeAmount, type Problem, problem } from '@isochain/core';
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

type Context = Pick<StellarContext, 'identity'>;

/**
 * What is missing. The reserve and what offers may take stay in the account, and cannot even pay fees
 * (stellar/stellar-core, src/transactions/TransactionFrame.cpp: commonValid).
 */
export function fundsProblems(context: Context, reserve: Reserve, needs: Needs): Problem[] {
  const { available } = reserve;
  const { spent, locked, fee, what = '' } = needs;
  const needed = spent + locked + fee;
  if (available >= needed) return [];
  if (available < fee) return [unspendable(context, reserve, fee)];
  const native = (amount: bigint) => nativeAmount(context, amount);
  if (spent > 0n) {
    const numbers = {
      available: native(available),
      reserve: native(reserve.minimum),
      offered: offeredOf(context, reserve),
      amount: native(spent),
      fees: native(fee),
      needed: native(needed),
    };
    return [problem('balance.insufficientBesideReserve', numbers, 'transaction.data.amount')];
  }
  const numbers = {
    available: native(available),
    needed: native(needed),
    fees: native(fee),
    reserve: native(reserve.minimum + reserve.offered),
    deposit: native(locked),
    what,
  };
  return [problem('balance.insufficientForDeposit', numbers, 'transaction.data.senderAddress')];
}

/** An account that cannot even pay the fee. What it holds is told as it is: it may be less than what it must keep. */
export function unspendable(context: Context, { available, minimum, offered }: Reserve, fee: bigint): Problem {
  const native = (amount: bigint) => nativeAmount(context, amount);
  const numbers = {
    available: native(available + minimum + offered),
    fees: native(fee),
    reserve: native(minimum + offered),
    chain: context.identity.name,
  };
  return problem('balance.unspendable', numbers, 'transaction.data.senderAddress');
}

/** Undefined if no offers bind anything. */
function offeredOf(context: Context, { offered }: Reserve): AmountOf | undefined {
  return offered > 0n ? nativeAmount(context, offered) : undefined;
}
