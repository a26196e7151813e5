import type { GasLimits } from './limits.ts';

// How many gas units a transaction may use. What a simulation says is true for the state of that moment only.

/** The most units that a transaction may ask for (aptos-labs/aptos-networks, gas/v1.48.0.json: maximum_number_of_gas_units). */
export const mostUnits = 20_000_000n;

/** What is needed to choose a gas limit. */
export interface Need {
  /** Units of the simulation. */
  readonly gasUsed: bigint;
  /** Calls of delegation pools do more work if an epoch begins before them. */
  readonly isPool: boolean;
  /** The least that the chain takes. */
  readonly floor: bigint;
}

/** What a transaction will surely need: a tenth more than in the simulation. */
export function leastLimit({ gasUsed, floor }: Need): bigint {
  return larger(ceilDivide(gasUsed * 11n, 10n), floor);
}

/** The limit that leaves room for a changed state: half of the use more, and at least 500 units. */
export function usualLimit({ gasUsed, isPool, floor }: Need): bigint {
  const roomy = larger(ceilDivide(gasUsed * 3n, 2n), gasUsed + 500n);
  return smaller(larger(isPool ? roomy * 2n : roomy, floor), mostUnits);
}

/** The limit for a maximum: a little room only, because all of it stays behind. */
export function tightLimit({ gasUsed, isPool, floor }: Need): bigint {
  const tight = ceilDivide(gasUsed * 11n, 10n) + 10n;
  return smaller(larger(isPool ? tight * 2n : tight, floor), mostUnits);
}

/** Units beside the storage that the first transaction of an account must offer. */
const firstUnits = 10n;

/**
 * The least that the chain takes as a gas limit.
 *
 * @param isFirst - Whether the account may have to begin to exist: it has sent nothing with a sequence number yet.
 * @param price - Octas for one gas unit.
 */
export function floorOf(limits: GasLimits, price: bigint, isFirst: boolean): bigint {
  const { accountStorage, lowestUnits } = limits;
  return isFirst ? larger(firstUnits + ceilDivide(accountStorage, price), lowestUnits) : lowestUnits;
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
