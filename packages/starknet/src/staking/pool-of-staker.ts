import type { Address } from '../address/address.ts';

/** A staker and its pool for STRK. */
export interface PoolOfStaker {
  readonly staker: Address;
  readonly pool: Address;
}
