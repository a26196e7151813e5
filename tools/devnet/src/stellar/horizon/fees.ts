import type { FeeDistribution, FeeStats, FeeStatsSettings } from '../engine.ts';

const flat = (stroops: bigint): FeeDistribution => ({
  max: stroops,
  min: stroops,
  mode: stroops,
  p10: stroops,
  p20: stroops,
  p30: stroops,
  p40: stroops,
  p50: stroops,
  p60: stroops,
  p70: stroops,
  p80: stroops,
  p90: stroops,
  p95: stroops,
  p99: stroops,
});

/** A quiet network. */
export const quiet: FeeStats = {
  lastLedgerBaseFee: 100n,
  capacityUsage: 0.12,
  feeCharged: flat(100n),
  maxFee: flat(100n),
};

export function changeStats(stats: FeeStats, { feeCharged, maxFee, ...others }: FeeStatsSettings): FeeStats {
  return {
    ...stats,
    ...others,
    feeCharged: { ...stats.feeCharged, ...feeCharged },
    maxFee: { ...stats.maxFee, ...maxFee },
  };
}

/** `GET /fee_stats`. */
export function feeStatsResource(stats: FeeStats, lastLedger: number) {
  const texts = (distribution: FeeDistribution) =>
    Object.fromEntries(Object.entries(distribution).map(([name, stroops]) => [name, String(stroops)]));
  return {
    last_ledger: String(lastLedger),
    last_ledger_base_fee: stats.lastLedgerBaseFee.toString(),
    ledger_capacity_usage: String(stats.capacityUsage),
    fee_charged: texts(stats.feeCharged),
    max_fee: texts(stats.maxFee),
  };
}
