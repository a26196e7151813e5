import type { AptosOptions } from '../options.ts';

/** What the chain asks at least, and what is offered at most. */
export interface GasLimits {
  /** Octas for one gas unit. */
  readonly lowestPrice: bigint;
  readonly lowestUnits: bigint;
  /** Octas for the storage of an account that begins to exist. */
  readonly accountStorage: bigint;
  /** Octas for one gas unit. */
  readonly highestPrice: bigint;
  /** Octas. */
  readonly highestFee: bigint;
}

/**
 * The floors are those of the gas schedule (aptos-labs/aptos-networks, gas/v1.48.0.json: min_price_per_gas_unit, min_transaction_gas_units over
 * gas_unit_scaling_factor). An account is a slot of 400 000 octas and 300 bytes of 400 octas each (the same file; aptos-labs/aptos-core, aptos-vm
 * gas.rs). The ceilings are our own choice: a hundred times the lowest price, and one APT.
 */
const usual: GasLimits = {
  ...{ lowestPrice: 100n, lowestUnits: 28n, accountStorage: 400_000n + 300n * 400n },
  ...{ highestPrice: 10_000n, highestFee: 100_000_000n },
};

/** @param options - The operator's. Each value replaces the usual one. */
export function gasLimits({ gasFloors = {}, ceilings = {} }: Pick<AptosOptions, 'gasFloors' | 'ceilings'>): GasLimits {
  const { unitPrice, units, accountStorage } = gasFloors;
  const { gasUnitPrice, fee } = ceilings;
  return {
    lowestPrice: unitPrice === undefined ? usual.lowestPrice : BigInt(unitPrice),
    lowestUnits: units === undefined ? usual.lowestUnits : BigInt(units),
    accountStorage: accountStorage === undefined ? usual.accountStorage : BigInt(accountStorage),
    highestPrice: gasUnitPrice === undefined ? usual.highestPrice : BigInt(gasUnitPrice),
    highestFee: fee === undefined ? usual.highestFee : BigInt(fee),
  };
}
