import { ceilDiv } from '@isochain/core';
import type { Parameters } from './parameters.ts';

/** What an account can use without paying (tronprotocol/documentation-en, mechanism-algorithm/resource). */
export interface AccountResources {
  /** Bytes that staked coins still pay for. */
  readonly stakedBandwidth: bigint;
  /** Bytes that the chain still gives away today. */
  readonly freeBandwidth: bigint;
  /** Energy that staked coins still pay for. */
  readonly energy: bigint;
}

/** What a transaction needs. */
export interface Needed {
  /** As `bandwidthSize` counts it. */
  readonly size: number;
  /** Whether the recipient's account begins with this transaction. */
  readonly activates?: boolean | undefined;
  readonly hasMemo?: boolean | undefined;
}

/**
 * The fee for bandwidth: nothing, or the whole size. The chain never adds what is staked and what is free, and never charges a part
 * (BandwidthProcessor of tronprotocol/java-tron).
 *
 * @returns Sun.
 */
export function bandwidthFee(needed: Needed, resources: AccountResources, parameters: Parameters): bigint {
  const size = BigInt(needed.size);
  if (needed.activates === true) {
    // Free bandwidth does not count here.
    const isStaked = resources.stakedBandwidth >= size * parameters.activationRate;
    return isStaked ? 0n : parameters.activationBandwidth;
  }
  return resources.stakedBandwidth >= size || resources.freeBandwidth >= size ? 0n : size * parameters.bytePrice;
}

/** What an account can still use once it has paid for the bandwidth of a transaction without an activation. */
export function bandwidthAfter<R extends AccountResources>({ size }: Pick<Needed, 'size'>, resources: R): R {
  const { stakedBandwidth, freeBandwidth } = resources;
  const bytes = BigInt(size);
  if (stakedBandwidth >= bytes) return { ...resources, stakedBandwidth: stakedBandwidth - bytes };
  return freeBandwidth >= bytes ? { ...resources, freeBandwidth: freeBandwidth - bytes } : resources;
}

/**
 * What a transaction costs apart from energy: bandwidth, the activation of the recipient, and the memo.
 *
 * @returns Sun.
 */
export function baseFee(needed: Needed, resources: AccountResources, parameters: Parameters): bigint {
  const activation = needed.activates === true ? parameters.activation : 0n;
  const memo = needed.hasMemo === true ? parameters.memo : 0n;
  return bandwidthFee(needed, resources, parameters) + activation + memo;
}

/** The cost of energy beyond what is staked, in sun. */
export function energyFee(energy: bigint, { energy: staked }: AccountResources, { energyPrice }: Parameters): bigint {
  return energy > staked ? (energy - staked) * energyPrice : 0n;
}

/** Energy is counted 1.2 times: the factor of a contract that is used much may rise by a fifth at the next maintenance (getDynamicEnergyIncreaseFactor). */
const margin = { numerator: 12n, denominator: 10n } as const;

/**
 * The `fee_limit` of a call. It covers all energy, staked energy included: the chain counts both (VMActuator of tronprotocol/java-tron).
 *
 * @param energy - What a simulation used.
 * @returns Sun. The chain's own limit may be lower than what the call needs.
 */
export function feeLimitOf(energy: bigint, { energyPrice, maxFeeLimit }: Parameters): bigint {
  const limit = ceilDiv(energy * margin.numerator, margin.denominator) * energyPrice;
  return limit < maxFeeLimit ? limit : maxFeeLimit;
}

/**
 * The most that a call can cost for energy: a call that runs out of energy, or fails by an assertion, uses all that its `fee_limit` allows.
 *
 * @returns Sun.
 */
export function highestEnergyFee(feeLimit: bigint, resources: AccountResources, parameters: Parameters): bigint {
  return energyFee(feeLimit / parameters.energyPrice, resources, parameters);
}

/**
 * Coins to stake so that they give as much of a resource each day: the share of the total that the chain gives out.
 *
 * @param wanted - Energy, or bytes of bandwidth.
 * @returns Sun, rounded up to whole coins. Undefined if the chain does not tell the totals.
 */
export function stakeFor(
  wanted: bigint,
  { limit, weight }: { readonly limit: bigint; readonly weight: bigint },
): bigint | undefined {
  return limit === 0n ? undefined : ceilDiv(wanted * weight, limit) * 1_000_000n;
}
