import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { TronContext } from '../context.ts';
import { bandwidthFee, energyFee, type Needed, stakeFor } from '../fees/fees.ts';
import type { Parameters } from '../fees/parameters.ts';
import type { ResourceFacts } from '../upstream/queries/accounts.ts';

// Whether an account can pay, and what it should know of the price.

/** All in sun. */
export interface Funds {
  readonly balance: bigint;
  readonly spent: bigint;
  /** What the transaction usually costs. */
  readonly likely: bigint;
  /** The most that it may cost. */
  readonly fees: bigint;
}

/** An account that cannot pay for the usual cost sends nothing, or pays for nothing. */
export function fundsProblems(context: TronContext, { balance, spent, likely }: Funds): Problem[] {
  if (balance >= spent + likely) return [];
  const available = nativeAmount(context, balance);
  const fees = nativeAmount(context, likely);
  if (spent === 0n) {
    const numbers = { ticker: context.identity.ticker, fees, available };
    return [problem('balance.insufficientForFees', numbers, 'transaction.data.senderAddress')];
  }
  const numbers = {
    available,
    amount: nativeAmount(context, spent),
    fees,
    needed: nativeAmount(context, spent + likely),
  };
  return [problem('balance.insufficient', numbers, 'transaction.data.amount')];
}

/** The price of a memo does not depend on its length. */
export function memoWarnings(context: TronContext, hasMemo: boolean, { memo }: Parameters): Problem[] {
  return hasMemo && memo > 0n
    ? [problem('fee.memo', { fee: nativeAmount(context, memo) }, 'transaction.data.memo')]
    : [];
}

/** The usual cost, where it is less than the fees. */
export function feeWarnings(context: TronContext, { balance, spent, likely: usual, fees: most }: Funds): Problem[] {
  if (most === usual) return [];
  const [likely, fees] = [nativeAmount(context, usual), nativeAmount(context, most)];
  const field = 'transaction.data.fees';
  if (balance >= spent + usual && balance < spent + most) {
    return [problem('fee.beyondBalance', { available: nativeAmount(context, balance), likely, fees }, field)];
  }
  return [problem('fee.likely', { likely, fees }, field)];
}

/** What is burnt for resources that staked coins would give for nothing. */
export function stakingWarnings(
  context: TronContext,
  { needed, energy }: { readonly needed: Needed; readonly energy: bigint },
  resources: ResourceFacts,
  parameters: Parameters,
): Problem[] {
  const warning = (resource: 'BANDWIDTH' | 'ENERGY', burnt: bigint, wanted: bigint): Problem[] => {
    if (burnt === 0n) return [];
    const stake = stakeFor(wanted, resources.totals[resource]);
    const numbers = {
      burnt: nativeAmount(context, burnt),
      resource: resource.toLowerCase(),
      ...(stake === undefined ? {} : { stake: nativeAmount(context, stake) }),
    };
    return [problem('fee.unstaked', numbers, 'transaction.data.fees')];
  };
  return [
    ...warning('BANDWIDTH', bandwidthFee(needed, resources, parameters), BigInt(needed.size)),
    ...warning('ENERGY', energyFee(energy, resources, parameters), energy),
  ];
}
