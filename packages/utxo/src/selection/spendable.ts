import type { Account } from '../address/account.ts';
import { type Coin, type CoinList, sumOf } from '../coin.ts';
import type { UtxoContext } from '../context.ts';

/** The coins of an account, by what can be done with them. */
export interface SortedCoins {
  /** Confirmed, and change of the account itself that is not: what is spent first. */
  readonly spendable: readonly Coin[];
  /** Of others, in the mempool: spent where the rest does not suffice. */
  readonly unconfirmed: readonly Coin[];
  /** Too small to be spent unasked. */
  readonly protected: readonly Coin[];
  readonly immature: readonly (Coin & {
    /** Of the first block that may spend it. */
    readonly spendableFrom: number;
  })[];
}

/** @param wishes.allowSmallUtxos - Whether nothing is protected. */
export function sortCoins(
  context: UtxoContext,
  account: Account,
  { coins, tip }: CoinList,
  { allowSmallUtxos }: { readonly allowSmallUtxos: boolean },
): SortedCoins {
  const { collectibleLimit } = context.policy;
  const limit = account.type === 'p2tr' && !allowSmallUtxos ? collectibleLimit : undefined;
  const sorted: { [K in keyof SortedCoins]: SortedCoins[K][number][] } = {
    spendable: [],
    unconfirmed: [],
    protected: [],
    immature: [],
  };
  for (const coin of coins) {
    const spendableFrom = firstSpendable(context, coin);
    if (spendableFrom > tip + 1) sorted.immature.push({ ...coin, spendableFrom });
    else if (coin.height === undefined && coin.isOwnChange !== true) sorted.unconfirmed.push(coin);
    else if (limit !== undefined && coin.value <= limit) sorted.protected.push(coin);
    else sorted.spendable.push(coin);
  }
  return sorted;
}

/** Height of the first block that may spend a coin; 0 if any may. */
export function firstSpendable(
  { policy }: Pick<UtxoContext, 'policy'>,
  { height, isCoinbase, isPegOut }: Coin,
): number {
  if (height === undefined) return 0;
  if (isCoinbase === true) return height + policy.coinbaseMaturity;
  return isPegOut === true ? height + (policy.pegOutMaturity ?? 0) : 0;
}

/** All that encode can spend before fees, in the smallest unit. What is protected is among it, as it is spent on demand. */
export function available(context: UtxoContext, account: Account, list: CoinList): bigint {
  const { spendable } = sortCoins(context, account, list, { allowSmallUtxos: true });
  return sumOf(spendable);
}
