// How delegation pools change amounts without a word (aptos-labs/aptos-core, aptos-framework/sources/delegation_pool.move). All amounts are octas.
//
// A pool counts in shares. Shares that are taken out for an amount are worth that amount, or one octa less. What `get_stake` answers is rounded down too: the
// balance that counts when a call is carried out is that one, or one octa more. So a rule has several possible results near its bounds, and all of them are
// computed here. The simulation tells which of them it is.

/** What a delegator must have staked with a pool, and likewise what must be unlocking, unless it is nothing (MIN_COINS_ON_SHARES_POOL): 10 APT. */
export const minimumStake = 1_000_000_000n;

/**
 * The least part that surely can be moved where nothing is yet. With less the pool moves 10 APT and one octa. Shares are rounded when they are sold and when they
 * are bought, and if that takes two octas, less than the minimum arrives and the pool refuses.
 */
export const leastPart: bigint = minimumStake + 2n;

/** For this much the pool is asked what it holds back of a new stake: more than all coins that exist. The part of any smaller amount follows. */
export const feeReference = 10n ** 18n;

/** More is no reward of an epoch: at most a hundredth of the stake. */
export const highestReferenceFee: bigint = feeReference / 100n;

/** What a delegator has with a pool, in the parts of `delegation_pool::get_stake`. */
export interface Holding {
  readonly active: bigint;
  /** Can be withdrawn. */
  readonly inactive: bigint;
  /** Is being unlocked in the current lockup cycle. */
  readonly pendingInactive: bigint;
}

interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * What a pool holds back of a new stake until the epoch ends (get_add_stake_fee). It is a fixed part of the amount, rounded down.
 *
 * @param ofReference - What it holds back of `feeReference`.
 */
export function heldBack(amount: bigint, ofReference: bigint): Range {
  const least = (amount * ofReference) / feeReference;
  // The answer for the reference is rounded down itself.
  return { least, most: (amount * (ofReference + 1n)) / feeReference };
}

/** Whether a new stake surely leaves less than the minimum, after what is held back. */
export function isBelowMinimum(amount: bigint, active: bigint, ofReference: bigint): boolean {
  const most = near(active).at(-1) ?? active;
  return most + amount - heldBack(amount, ofReference).least < minimumStake;
}

/** The least that can surely be staked, with room for what is held back and for what rounding takes. */
export function leastStake(active: bigint, ofReference: bigint): bigint {
  const missing = minimumStake - active;
  if (missing <= 0n) return 1n;
  // Shares are rounded when they are bought.
  const needed = missing + 1n;
  const kept = feeReference - ofReference;
  return (needed * feeReference + kept - 1n) / kept;
}

/** What moves between the staked and the unlocking part of a position. */
interface Move {
  /** What the part has that it leaves. */
  readonly source: bigint;
  /** What the part has that it goes to. */
  readonly target: bigint;
  /** What is asked for. Not 0. */
  readonly amount: bigint;
}

/**
 * What `unlock` and `reactivate_stake` may really move. The target gets the minimum at least: more is moved if necessary. Then, if less than the minimum would be
 * left in the source, all of it is moved (coins_to_transfer_to_ensure_min_stake).
 *
 * @returns Each possible amount, the smallest first.
 */
export function movable({ source, target, amount }: Move): readonly bigint[] {
  const found = near(source).flatMap((from) =>
    near(target).flatMap((to) =>
      redeemable(from, amount).flatMap((redeemed) => {
        const raised = to + redeemed < minimumStake ? minimumStake - to + 1n : amount;
        return withoutRemainder(from, raised);
      }),
    ),
  );
  return sorted(found);
}

/**
 * What `withdraw` may really pay out of stake that is over its lockup in an ended cycle: what is asked for, and no more than there is.
 *
 * @returns Each possible amount, the smallest first.
 */
export function withdrawable({ source, amount }: Omit<Move, 'target'>): readonly bigint[] {
  return sorted(near(source).flatMap((from) => redeemable(from, amount)));
}

/**
 * What `withdraw` may really pay out of a pool that left the validator set, in the current cycle: all of it if less than the minimum would be left
 * (coins_to_redeem_to_ensure_min_stake).
 *
 * @returns Each possible amount, the smallest first.
 */
export function withdrawableInCycle({ source, amount }: Omit<Move, 'target'>): readonly bigint[] {
  return sorted(near(source).flatMap((from) => withoutRemainder(from, amount)));
}

/** Whether an amount that the simulation tells is one of the possible ones, or one octa beside one. */
export function isPossible(amount: bigint, possible: readonly bigint[]): boolean {
  return possible.some((each) => amount >= each - 1n && amount <= each + 1n);
}

/** A balance, as a view answers it, and what it may be when a call counts. Without shares it is 0 in both. */
function near(balance: bigint): readonly bigint[] {
  return balance === 0n ? [0n] : [balance, balance + 1n];
}

/** What shares for an amount are worth (amount_to_shares_to_redeem). All shares are worth all of the balance. */
function redeemable(balance: bigint, amount: bigint): readonly bigint[] {
  return amount >= balance ? [balance] : [amount - 1n, amount];
}

/** What is taken out, if less than the minimum must not be left. */
function withoutRemainder(balance: bigint, amount: bigint): bigint[] {
  return redeemable(balance, amount).flatMap((redeemed) =>
    balance - redeemed < minimumStake ? [balance] : redeemable(balance, amount),
  );
}

function sorted(amounts: readonly bigint[]): readonly bigint[] {
  return [...new Set(amounts)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
