import type { Address } from '../address/address.ts';

/** A staker and its pool for STRK. */
export interface PoolOfStaker {
  readonly staker: Address;
  readonly pool: Address;
  /** What a second node says is the pool, if that is another one. */
  readonly elsewhere?: Address | 'none' | undefined;
}
