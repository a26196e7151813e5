import { mostFee } from '../bytes/stroops.ts';
import type { StellarOptions } from '../options.ts';
import type { FeeStats } from '../upstream/queries/fee-stats.ts';

/** What is offered at most for one operation, in stroops. */
export interface BidLimits {
  /** While ledgers have room. */
  readonly usual: bigint;
  /** While ledgers are full. Never below `usual`. */
  readonly busy: bigint;
}

/** The lowest fee of one operation, in stroops (stellar/stellar-docs, learn/fundamentals/fees-resource-limits-metering.mdx). */
export const lowestFee = 100n;

/**
 * What most transactions offer for an operation, in stroops: 10,003 by Horizon's statistics of mainnet at ledger 43277313 (`/fee_stats`, max_fee.mode). The
 * network takes 100 of it while it has room.
 */
export const usualBid = 10_000n;

/** Our own choice: 0.001 XLM usually, and 0.1 XLM while ledgers are full. */
const usual: BidLimits = { usual: 10_000n, busy: 1_000_000n };

/** @param options - The operator's. Each value replaces the usual one. */
export function bidLimits({ ceilings = {} }: Pick<StellarOptions, 'ceilings'>): BidLimits {
  const { fee, busyFee } = ceilings;
  const most = smaller(fee === undefined ? usual.usual : BigInt(fee), mostFee);
  const busy = smaller(busyFee === undefined ? usual.busy : BigInt(busyFee), mostFee);
  return { usual: most, busy: larger(most, busy) };
}

/** Ledgers count as full from here on: the network then takes the highest bids first. */
const fullAt = 0.9;

/** The ceiling that counts at present, in stroops. */
export function ceilingOf({ usual: most, busy }: BidLimits, stats: FeeStats | undefined): bigint {
  return stats !== undefined && stats.usage > fullAt ? busy : most;
}

/**
 * What is offered for a transaction with one operation, in stroops. The network takes no more than what the cheapest transaction of the ledger offers
 * (stellar/stellar-docs, learn/fundamentals/fees-resource-limits-metering.mdx). So a high bid costs nothing while ledgers have room, and gets in when
 * they fill up.
 *
 * The percentiles also count transactions of contracts, which pay far more (stellar/stellar-horizon, internal/db2/history/operation.go). So they are
 * often above the ceiling, and that is no reason for a warning.
 *
 * @param stats - Undefined if the network did not tell. Then the ceiling is offered.
 * @param baseFee - The lowest fee that the ledger tells.
 * @returns From `lowestFee` to the ceiling that counts.
 */
export function bidOf(limits: BidLimits, stats: FeeStats | undefined, baseFee: bigint): bigint {
  const ceiling = ceilingOf(limits, stats);
  if (stats === undefined) return ceiling;
  const isFull = stats.usage > fullAt;
  return smaller(ceiling, [baseFee, isFull ? stats.p99 : stats.p90].reduce(larger, lowestFee));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
