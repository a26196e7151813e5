import { nativeAmount, type Problem, problem } from '@isochain/core';
import { amountIn } from '../amount-in.ts';
import type { NamedChain } from '../chains.ts';
import type { Offer } from '../fees/offer.ts';

interface Funds {
  readonly feeDenom: string;
  /** What an error says of the fees. */
  readonly offer: Pick<Offer, 'fees'>;
  /** The fees that must be there. */
  readonly due: bigint;
  /** What the sender can spend of the coin that pays the fees. */
  readonly payable: bigint;
  /** What the sender can spend of the native coin. */
  readonly spendable: bigint;
  /** Native coins that leave the account beside the fees. */
  readonly spent: bigint;
}

/** Whether the sender can pay the amount and the fees. */
export function feeProblems(context: Pick<NamedChain, 'chain' | 'identity'>, funds: Funds): Problem[] {
  const { chain, identity } = context;
  const { feeDenom, offer, due, payable, spendable, spent } = funds;
  const isNative = feeDenom === chain.denom;
  const available = nativeAmount(context, spendable);
  if (isNative && spent > 0n && spendable < spent + due) {
    const amount = nativeAmount(context, spent);
    const fees = nativeAmount(context, offer.fees);
    const needed = nativeAmount(context, spent + offer.fees);
    return [problem('balance.insufficient', { available, amount, fees, needed }, 'transaction.data.amount')];
  }
  if (!isNative && spent > spendable) {
    return [
      problem('balance.insufficient', { available, amount: nativeAmount(context, spent) }, 'transaction.data.amount'),
    ];
  }
  if (payable >= due) return [];
  const amountOf = (amount: bigint) => amountIn(context, feeDenom, amount);
  const numbers = {
    ticker: isNative ? identity.ticker : feeDenom,
    fees: amountOf(offer.fees),
    available: amountOf(payable),
  };
  return [problem('balance.insufficientForFees', numbers, 'transaction.data.senderAddress')];
}
