import { bytesOf } from '../bytes.ts';
import type { StakeCharges } from './transactions.ts';

/** One version of Babylon's staking parameters. Amounts in satoshi, times in Bitcoin blocks. */
export interface StakingParameters {
  readonly version: number;
  /** x-only keys in hex, sorted. */
  readonly covenant: readonly string[];
  readonly quorum: number;
  readonly minValue: bigint;
  readonly maxValue: bigint;
  readonly minTime: number;
  readonly maxTime: number;
  /** scriptPubKey in hex. */
  readonly slashingScript: string;
  /** Share of the stake: `0.05`. */
  readonly slashingRate: string;
  readonly slashingFee: bigint;
  readonly unbondingTime: number;
  readonly unbondingFee: bigint;
  /** Bitcoin height from which on new stakes follow this version. */
  readonly activationHeight: number;
}

/** The version that a new stake has to follow: the latest one that began at or before the tip of Babylon's Bitcoin light client. */
export function versionAt(versions: readonly StakingParameters[], tip: number): StakingParameters | undefined {
  return versions
    .filter(({ activationHeight }) => activationHeight <= tip)
    .toSorted((a, b) => a.activationHeight - b.activationHeight || a.version - b.version)
    .at(-1);
}

/** What the transactions of a stake cost. */
export function chargesOf({
  unbondingFee,
  slashingScript,
  slashingRate,
  slashingFee,
}: Pick<StakingParameters, 'unbondingFee' | 'slashingScript' | 'slashingRate' | 'slashingFee'>): StakeCharges {
  return { unbondingFee, slashingScript: bytesOf(slashingScript), slashingRate, slashingFee };
}
