import type { Account } from '../address/account.ts';
import { type Coin, type CoinList, sumOf } from '../coin.ts';
import type { UtxoContext } from '../context.ts';

/** The coins of an account, by whether they can be spent. */
export interface SortedCoins {
  /** Confirmed coins, and unconfirmed change of the account itself. They are spent first. */
  readonly spendable: readonly Coin[];
  /** Coins in the mempool that others sent. They are spent if the rest does not suffice. */
  readonly unconfirmed: readonly Coin[];
  /** Small coins that may carry inscriptions or runes, spent on demand only. They may still wait for their block (`isWaiting`). */
  readonly protected: readonly Coin[];
  /** Those of `spendable` and `unconfirmed` that may carry inscriptions too. They are spent last, with a warning. */
  readonly doubtful: readonly Coin[];
  /** Coins in the mempool that nodes let no transaction of version 2 spend before they are in a block (`isTruc`). They are never spent. */
  readonly restricted: readonly Coin[];
  readonly immature: readonly (Coin & {
    /** Height of the first block that may spend the coin. */
    readonly spendableFrom: number;
  })[];
}

/** What a client says about small coins: that they may be spent, or up to which amount they are not, in the smallest unit. */
export interface SmallCoinWishes {
  readonly allowSmallUtxos: boolean;
  readonly smallUtxoLimit?: bigint | undefined;
}

/** Up to this amount the account's coins are spent on demand only, in the smallest unit. Undefined if none is protected. */
export function smallCoinLimit(
  { policy }: Pick<UtxoContext, 'policy'>,
  { type }: Account,
  { allowSmallUtxos, smallUtxoLimit = policy.collectibleLimit }: SmallCoinWishes,
): bigint | undefined {
  return type === 'p2tr' && !allowSmallUtxos ? smallUtxoLimit : undefined;
}

/** Up to this amount the account's coins are doubtful. Undefined if none is, or if the client said which coins are spent. */
function doubtfulLimit(
  { policy }: Pick<UtxoContext, 'policy'>,
  { type }: Account,
  { allowSmallUtxos, smallUtxoLimit }: SmallCoinWishes,
): bigint | undefined {
  return type === 'p2tr' && !allowSmallUtxos && smallUtxoLimit === undefined ? policy.doubtfulLimit : undefined;
}

/** Whether a coin is in the mempool, and others sent it. */
export function isWaiting({ height, isOwnChange }: Coin): boolean {
  return height === undefined && isOwnChange !== true;
}

export function sortCoins(
  context: UtxoContext,
  account: Account,
  { coins, tip }: CoinList,
  wishes: SmallCoinWishes,
): SortedCoins {
  const limit = smallCoinLimit(context, account, wishes);
  const doubtful = doubtfulLimit(context, account, wishes);
  const sorted: { [K in keyof SortedCoins]: SortedCoins[K][number][] } = {
    spendable: [],
    unconfirmed: [],
    protected: [],
    doubtful: [],
    restricted: [],
    immature: [],
  };
  for (const coin of coins) {
    const spendableFrom = firstSpendable(context, coin);
    if (spendableFrom > tip + 1) {
      sorted.immature.push({ ...coin, spendableFrom });
      continue;
    }
    if (coin.isTruc === true) {
      sorted.restricted.push(coin);
      continue;
    }
    if (limit !== undefined && coin.value <= limit) {
      sorted.protected.push(coin);
      continue;
    }
    if (doubtful !== undefined && coin.value <= doubtful) sorted.doubtful.push(coin);
    (isWaiting(coin) ? sorted.unconfirmed : sorted.spendable).push(coin);
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
