import { bytesOf } from './bytes.ts';
import type { StakeTerms } from './scripts.ts';
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
  /** Share of the stake, such as `0.05`. */
  readonly slashingRate: string;
  readonly slashingFee: bigint;
  readonly unbondingTime: number;
  readonly unbondingFee: bigint;
  /** Bitcoin height from which on new stakes follow this version. */
  readonly activationHeight: number;
}

/** The version for a new stake: the latest one that began at or before the tip of Babylon's Bitcoin light client. */
export function versionAt(versions: readonly StakingParameters[], tip: number): StakingParameters | undefined {
  return versions
    .filter(({ activationHeight }) => activationHeight <= tip)
    .toSorted((a, b) => a.activationHeight - b.activationHeight || a.version - b.version)
    .at(-1);
}

/** The fees and rates of a stake's transactions. */
export function chargesOf({
  unbondingFee,
  slashingScript,
  slashingRate,
  slashingFee,
}: Pick<StakingParameters, 'unbondingFee' | 'slashingScript' | 'slashingRate' | 'slashingFee'>): StakeCharges {
  return { unbondingFee, slashingScript: bytesOf(slashingScript), slashingRate, slashingFee };
}

/** The terms of a stake in `params`: who can move it, and when. Keys are x-only and in hex, times are in Bitcoin blocks. */
export interface TermsParams {
  /** Version of Babylon's parameters. */
  paramsVersion: number;
  stakingTime: number;
  unbondingTime: number;
  covenantKeys: string[];
  covenantQuorum: number;
}

/**
 * Makes the terms of a stake in `params` from the parameters.
 *
 * @param stakingTime - Blocks.
 */
export function writeTerms(
  { version, unbondingTime, covenant, quorum }: StakingParameters,
  stakingTime: number,
): TermsParams {
  return {
    ...{ paramsVersion: version, stakingTime, unbondingTime },
    ...{ covenantKeys: [...covenant], covenantQuorum: quorum },
  };
}

/**
 * The terms of a stake, to make its scripts. They are not checked here: `termsProblem` does that.
 *
 * @param staker - x-only (32 bytes).
 * @param providers - x-only, in hex.
 */
export function termsOf(
  staker: Uint8Array,
  providers: readonly string[],
  { covenantKeys, covenantQuorum, stakingTime, unbondingTime }: Omit<TermsParams, 'paramsVersion'>,
): StakeTerms {
  return {
    ...{ staker, stakingTime, unbondingTime, quorum: covenantQuorum },
    ...{ providers: providers.map(bytesOf), covenant: covenantKeys.map(bytesOf) },
  };
}

/** The id of a finality provider: its x-only key in hex. Accepts a compressed key too. */
export function providerKey(validator: string): string {
  return validator.slice(-64).toLowerCase();
}
