import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

/** All in microAlgos. */
export interface Needs {
  /** ALGO that leave the account beside the fee. */
  readonly spent: bigint;
  /** By how much the transaction raises the minimum balance. */
  readonly locked: bigint;
  readonly fee: bigint;
  /** What that is for: completes "a deposit for …". */
  readonly what?: string | undefined;
}

/** What is beside the minimum balance. Negative if the account holds less. In microAlgos. */
export function spendable({ amount, minBalance }: Pick<AccountFacts, 'amount' | 'minBalance'>): bigint {
  return amount - minBalance;
}

/**
 * What is missing. The minimum balance stays in the account, and cannot even pay fees (go-algorand, ledger/eval/eval.go: checkMinBalance). The chain lets an account
 * go below it only if nothing at all is left of its record. A payment of everything leaves the level of rewards there, so that only closing empties an account
 * (data/basics/userBalance.go: WithUpdatedRewards, ledger/apply/payment.go).
 */
export function fundsProblems(
  context: Pick<AlgorandContext, 'identity'>,
  sender: Pick<AccountFacts, 'amount' | 'minBalance'>,
  { spent, locked, fee, what = '' }: Needs,
): Problem[] {
  const available = spendable(sender);
  const needed = spent + locked + fee;
  if (available >= needed) return [];
  if (available < fee) return [unspendable(context, sender, fee)];
  const native = (amount: bigint) => nativeAmount(context, amount);
  if (spent > 0n) {
    const numbers = {
      available: native(available),
      reserve: native(sender.minBalance),
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
    reserve: native(sender.minBalance),
    deposit: native(locked),
    what,
  };
  return [problem('balance.insufficientForDeposit', numbers, 'transaction.data.senderAddress')];
}

/** An account that cannot even pay the fee. What it holds is told as it is: it may be less than what it must keep. */
export function unspendable(
  context: Pick<AlgorandContext, 'identity'>,
  { amount, minBalance }: Pick<AccountFacts, 'amount' | 'minBalance'>,
  fee: bigint,
): Problem {
  const native = (value: bigint) => nativeAmount(context, value);
  const numbers = {
    available: native(amount),
    fees: native(fee),
    reserve: native(minBalance),
    chain: context.identity.name,
  };
  return problem('balance.unspendable', numbers, 'transaction.data.senderAddress');
}

/** What is wrong about a payment of an account to itself: it needs the amount beside the fee, and gets it back. */
export function selfProblems(
  context: Pick<AlgorandContext, 'identity'>,
  { amount: held }: Pick<AccountFacts, 'amount'>,
  amount: bigint,
  fee: bigint,
): Problem[] {
  if (amount + fee <= held) return [];
  const native = (value: bigint) => nativeAmount(context, value);
  const numbers = { available: native(held), amount: native(amount), fees: native(fee), needed: native(amount + fee) };
  return [problem('balance.insufficient', numbers, 'transaction.data.amount')];
}
