import type { Account } from '../address/account.ts';
import { type Coin, type CoinList, sumOf } from '../coin.ts';
import type { UtxoContext } from '../context.ts';

/** The coins of an account, by whether they can be spent. */
export interface SortedCoins {
  /** Confirmed coins, and unconfirmed change of the account itself. They are spent first. */
  readonly spendable: readonly Coin[];
  /** Coins in the mempool that others sent. They are spent if the rest does not suffice. */
  readonly unconfirmed: readonly Coin[];
  /** Small coins, spent on demand only. */
  readonly protected: readonly Coin[];
  readonly immature: readonly (Coin & {
    /** Height of the first block that may spend the coin. */
    readonly spendableFrom: number;
  })[];
}

/** @param wishes.allowSmallUtxos - Whether small coins may be spent too. */
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

/** Height of the first block that may spend a coin; 0 if any block may. */
export function firstSpendable(
  { policy }: Pick<UtxoContext, 'policy'>,
  { height, isCoinbase, isPegOut }: Coin,
): number {
  if (height === undefined) return 0;
  if (isCoinbase === true) return height + policy.coinbaseMaturity;
  return isPegOut === true ? height + (policy.pegOutMaturity ?? 0) : 0;
}

/** All that encode can spend before fees, in the smallest unit. Small coins are included, as they are spent on demand. */
export function available(context: UtxoContext, account: Account, list: CoinList): bigint {
  const { spendable } = sortCoins(context, account, list, { allowSmallUtxos: true });
  return sumOf(spendable);
}
