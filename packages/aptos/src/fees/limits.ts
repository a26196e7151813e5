import type { AptosOptions } from '../options.ts';

/** What the chain asks at least, and what is offered at most. */
export interface GasLimits {
  /** Octas for one gas unit. */
  readonly lowestPrice: bigint;
  readonly lowestUnits: bigint;
  /** Octas for one gas unit. */
  readonly highestPrice: bigint;
  /** Octas. */
  readonly highestFee: bigint;
}

/**
 * The floors are those of the gas schedule (aptos-labs/aptos-networks, gas/v1.48.0.json: min_price_per_gas_unit, min_transaction_gas_units over
 * gas_unit_scaling_factor). The ceilings are our own choice: a hundred times the lowest price, and one APT.
 */
const usual: GasLimits = { lowestPrice: 100n, lowestUnits: 28n, highestPrice: 10_000n, highestFee: 100_000_000n };

/** @param options - The operator's. Each value replaces the usual one. */
export function gasLimits({ gasFloors = {}, ceilings = {} }: Pick<AptosOptions, 'gasFloors' | 'ceilings'>): GasLimits {
  const { unitPrice, units } = gasFloors;
  const { gasUnitPrice, fee } = ceilings;
  return {
    lowestPrice: unitPrice === undefined ? usual.lowestPrice : BigInt(unitPrice),
    lowestUnits: units === undefined ? usual.lowestUnits : BigInt(units),
    highestPrice: gasUnitPrice === undefined ? usual.highestPrice : BigInt(gasUnitPrice),
    highestFee: fee === undefined ? usual.highestFee : BigInt(fee),
  };
}
