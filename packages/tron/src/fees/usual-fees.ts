import { type AccountResources, baseFee, feeLimitOf, type Needed } from './fees.ts';
import type { Parameters } from './parameters.ts';

/** What mainnet charges since 2026 (tronprotocol/documentation-en, mechanism-algorithm/resource). In sun. */
const usualPrices = {
  bytePrice: 1_000n,
  activation: 1_000_000n,
  activationBandwidth: 100_000n,
  memo: 1_000_000n,
  energyPrice: 100n,
} as const;

/** The most energy that transfers of tokens usually need: USDT to an account that holds none (mainnet, vultisig/vultisig-ios#5294, 2026-08-30). */
const mostUsualEnergy = 130_285n;

const nothing: AccountResources = { stakedBandwidth: 0n, freeBandwidth: 0n, energy: 0n };

/**
 * What a transaction usually costs at most, in sun: all that an account pays that has staked nothing and has no free bandwidth left.
 *
 * @param energy - What a call needs, if it is one.
 */
export function usualFeesOf(needed: Needed, energy: bigint | undefined, told: Parameters): bigint {
  const parameters = { ...told, ...usualPrices };
  const limit = energy === undefined ? 0n : feeLimitOf(energy < mostUsualEnergy ? energy : mostUsualEnergy, parameters);
  return baseFee(needed, nothing, parameters) + limit;
}
