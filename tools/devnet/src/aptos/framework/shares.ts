import type { Address } from '../address.ts';

/** Shares of a pool of coins: `0x1::pool_u64_unbound::Pool`. Shares are worth more as the coins grow. */
export interface Shares {
  coins: bigint;
  total: bigint;
  readonly of: Map<Address, bigint>;
}

/** Shares for each octa that opens a pool (delegation_pool.move: SHARES_SCALING_FACTOR). */
const scale = 10_000_000_000_000_000n;

export const noShares = (): Shares => ({ coins: 0n, total: 0n, of: new Map() });

/** How many shares coins buy, rounded down. */
export function sharesFor(pool: Shares, coins: bigint): bigint {
  return pool.coins === 0n || pool.total === 0n ? coins * scale : (coins * pool.total) / pool.coins;
}

/** What shares are worth, rounded down. */
export function worth(pool: Shares, shares: bigint, coins = pool.coins, total = pool.total): bigint {
  return pool.coins === 0n || total === 0n ? 0n : (shares * coins) / total;
}

export const sharesOf = (pool: Shares, holder: Address): bigint => pool.of.get(holder) ?? 0n;

export const coinsOf = (pool: Shares, holder: Address): bigint => worth(pool, sharesOf(pool, holder));

/** Puts coins into a pool for shares. Nothing happens if they are worth less than a share (delegation_pool.move: buy_in_active_shares). */
export function buyIn(pool: Shares, holder: Address, coins: bigint): void {
  const shares = sharesFor(pool, coins);
  if (shares === 0n) return;
  pool.coins += coins;
  pool.total += shares;
  pool.of.set(holder, sharesOf(pool, holder) + shares);
}

/** Takes shares out and answers what they were worth. */
export function redeem(pool: Shares, holder: Address, shares: bigint): bigint {
  const coins = worth(pool, shares);
  pool.coins -= coins;
  pool.total -= shares;
  const left = sharesOf(pool, holder) - shares;
  if (left === 0n) pool.of.delete(holder);
  else pool.of.set(holder, left);
  return coins;
}

/** The shares that give coins: all of the holder's if they are worth no more, so up to 1 octa less comes out otherwise. */
export function sharesToRedeem(pool: Shares, holder: Address, coins: bigint): bigint {
  return coins >= coinsOf(pool, holder) ? sharesOf(pool, holder) : sharesFor(pool, coins);
}
