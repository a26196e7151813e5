import type { StellarOptions } from '../options.ts';
import type { FeeStats } from '../upstream/queries/fee-stats.ts';

/** What is offered at most for one operation, in stroops. */
export interface BidLimits {
  /** While ledgers have room. */
  readonly usual: bigint;
  /** While ledgers are full. */
  readonly busy: bigint;
}

/** The lowest fee of one operation, in stroops (stellar/stellar-docs, learn/fundamentals/fees-resource-limits-metering.mdx). */
export const lowestFee = 100n;

/** Our own choice: 0.001 XLM usually, and 0.1 XLM while ledgers are full. */
const usual: BidLimits = { usual: 10_000n, busy: 1_000_000n };

/** @param options - The operator's. Each value replaces the usual one. */
export function bidLimits({ ceilings = {} }: Pick<StellarOptions, 'ceilings'>): BidLimits {
  const { fee, busyFee } = ceilings;
  const most = fee === undefined ? usual.usual : BigInt(fee);
  const busy = busyFee === undefined ? usual.busy : BigInt(busyFee);
  return { usual: most, busy: busy < most ? most : busy };
}

/** Ledgers count as full from here on: the network then takes the highest bids first. */
const fullAt = 0.9;

/**
 * What is offered for a transaction with one operation, in stroops. The network takes no more than what the cheapest transaction of the ledger offers. So
 * a high bid costs nothing while ledgers have room, and gets in when they fill up.
 *
 * @param stats - Undefined if the network did not tell.
 * @param baseFee - The lowest fee that the ledger tells.
 */
export function bidOf(limits: BidLimits, stats: FeeStats | undefined, baseFee: bigint): bigint {
  if (stats === undefined) return limits.usual;
  const isFull = stats.usage > fullAt;
  const ceiling = isFull ? limits.busy : limits.usual;
  const asked = [lowestFee, baseFee, isFull ? stats.p99 : stats.p90].reduce((most, each) =>
    each > most ? each : most,
  );
  return asked < ceiling ? asked : ceiling;
}
