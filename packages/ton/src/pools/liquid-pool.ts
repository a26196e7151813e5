import { ceilDiv } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import type { Address } from '../ton-core.ts';
import {
  addressAt,
  amountAt,
  getMethod,
  hasRun,
  type MethodAnswer,
  noContract,
  numberAt,
  tupleAt,
} from '../upstream/queries/get-method.ts';
import { joined, mapped, type Query } from '../upstream/query.ts';
import { dueAtRoundEnd, roundFee } from './round-end.ts';

// Liquid staking: a pool mints its own jettons for coins, and pays coins for them. Source of all rules: ton-blockchain/liquid-staking-contract,
// contracts/pool.func.

/** What is sent along with a burn, in nanotons (ton-org/kit tonstakers). With half of it the burn is refused (exit code 711, measured). */
export const liquidBurnValue: bigint = 1_050_000_000n;

/** Coins that a pool keeps for its storage, in nanotons (`MIN_TONS_FOR_STORAGE`). */
const storageReserve = 10_000_000_000n;

/** `state::NORMAL`: there is no other so far. */
const normal = 0n;

/** What a liquid pool says about itself. Amounts of coins in nanotons, of pool tokens in their smallest unit. */
export interface LiquidPool {
  /** Whether it works at all. */
  readonly isHalted: boolean;
  /** Whether it mints and pays at once. If not, it gives out bills, and settles when the round ends. */
  readonly isOptimistic: boolean;
  readonly takesDeposits: boolean;
  /** Coins of all stakers, and the pool tokens that stand for them. */
  readonly total: bigint;
  readonly supply: bigint;
  /** The same at the end of the round: deposits are counted by these. */
  readonly projectedTotal: bigint;
  readonly projectedSupply: bigint;
  /** Coins that are with validators and come back when the round ends. */
  readonly lent: bigint;
  /** Pool tokens that wait for the end of the round. */
  readonly requested: bigint;
  /** The collection of the bills for them. Undefined if there are none. */
  readonly bills?: Address | undefined;
  /** Of rewards, in parts of `commissionUnit`. */
  readonly commission: bigint;
  /** The master of its jettons. */
  readonly minter: Address;
}

/** Whether the operator names the account as a pool of liquid staking. */
export function isLiquid({ liquidPools }: { readonly liquidPools: readonly Address[] }, pool: Address): boolean {
  return liquidPools.some((each) => each.equals(pool));
}

/** How many values `get_pool_full_data` has. A pool with another number is another contract. */
const values = 30;

/** Asks a liquid pool. */
export function liquidPool(address: Address): Query<LiquidPool> {
  return mapped(getMethod(address, 'get_pool_full_data', []), readLiquidPool);
}

/** A liquid pool as it will treat a burn. */
export interface BurningPool extends LiquidPool {
  /** What it pays before it looks at the burn, in nanotons. The other values count that as paid already, but the balance of the account does not. */
  readonly due: bigint;
}

/** Asks a liquid pool, as the next message will find it. */
export function burningPool(address: Address): Query<BurningPool> {
  return joined(
    getMethod(address, 'get_pool_full_data', []),
    getMethod(address, 'get_pool_full_data_raw', []),
    (updated, stored) => {
      if (!hasRun(stored) || stored.stack.length !== values) throw otherPool();
      return { ...readLiquidPool(updated), due: dueAtRoundEnd(stored, updated) };
    },
  );
}

/** Asks a liquid pool. Undefined if there is no contract. */
export function liquidPoolIfAny(address: Address): Query<LiquidPool | undefined> {
  return mapped(getMethod(address, 'get_pool_full_data', []), (answer) =>
    answer.exitCode === noContract ? undefined : readLiquidPool(answer),
  );
}

/**
 * Reads the answer of `get_pool_full_data`.
 *
 * @throws RejectedAnswer if it is none of such a pool. Nothing may be guessed about a pool that changed.
 */
export function readLiquidPool(answer: MethodAnswer): LiquidPool {
  if (!hasRun(answer) || answer.stack.length !== values) throw otherPool();
  const flag = (index: number) => numberAt(answer, index) !== 0n;
  const minter = addressAt(answer, 12);
  if (minter === undefined) throw otherPool();
  return {
    isHalted: flag(1) || numberAt(answer, 0) !== normal,
    total: amountAt(answer, 2),
    isOptimistic: flag(4),
    takesDeposits: flag(5),
    // [borrowers, round, active borrowers, borrowed, expected, returned, profit]
    lent: amountAt({ stack: tupleAt(answer, 7) }, 3),
    commission: amountAt(answer, 11),
    minter,
    supply: amountAt(answer, 13),
    requested: amountAt(answer, 17),
    ...(answer.stack[16]?.type === 'cell' ? { bills: addressAt(answer, 16) } : {}),
    projectedTotal: amountAt(answer, 28),
    projectedSupply: amountAt(answer, 29),
  };
}

function otherPool(): RejectedAnswer {
  return new RejectedAnswer('the pool of liquid staking answers other values than it should');
}

/** What pool tokens are worth now: what an immediate burn pays, before fees. */
export function coinsOf({ total, supply }: LiquidPool, tokens: bigint): bigint {
  return supply === 0n ? 0n : (tokens * total) / supply;
}

/** The fewest pool tokens that are worth so many coins now. A fraction counts as a whole one, so nobody gets coins of others. */
export function tokensFor({ total, supply }: LiquidPool, coins: bigint): bigint {
  return total === 0n ? 0n : ceilDiv(coins * supply, total);
}

/** The pool tokens that a deposit mints. It counts by the end of the round, so it is a little fewer than `tokensFor`. */
export function mintedFor({ projectedTotal, projectedSupply }: LiquidPool, coins: bigint): bigint {
  return scaled(coins, projectedSupply, projectedTotal) ?? 0n;
}

/** `muldiv_extra`. Undefined if it divides by zero: the contract fails then. */
function scaled(value: bigint, numerator: bigint, denominator: bigint): bigint | undefined {
  if (numerator === denominator) return value;
  return denominator === 0n ? undefined : (value * numerator) / denominator;
}

/** How a pool will answer a burn: it pays, it gives out a bill that is paid when the round ends, or it gives the pool tokens back. */
export type BurnOutcome = 'paid' | 'billed' | 'refused';

/**
 * What a pool will do with a burn (`pool::withdraw`). It refuses without an error: it mints the pool tokens again.
 *
 * @param balance - Nanotons of the pool's account.
 */
export function burnOutcome(
  pool: BurningPool,
  balance: bigint,
  tokens: bigint,
  { atRoundEnd, orNothing }: { readonly atRoundEnd: boolean; readonly orNothing: boolean },
): BurnOutcome {
  const coins = coinsOf(pool, tokens);
  const free = balance - pool.due - storageReserve;
  if (pool.isHalted || tokens === 0n) return 'refused';
  const isPaid = pool.isOptimistic && !atRoundEnd && free > coins;
  if (isPaid ? coins === 0n : orNothing) return 'refused';
  // What is left must be enough for everybody who waits for the end of the round.
  const atEnd = (isPaid ? free - coins : free) + pool.lent - roundFee;
  const waiting = pool.requested + (isPaid ? 0n : tokens);
  const left = isPaid
    ? { total: pool.projectedTotal - coins, supply: pool.projectedSupply - tokens }
    : { total: pool.projectedTotal, supply: pool.projectedSupply };
  const needed = scaled(waiting, left.total < 0n ? 0n : left.total, left.supply);
  if (needed === undefined || (atEnd < 0n ? 0n : atEnd) < needed) return 'refused';
  return isPaid ? 'paid' : 'billed';
}
