import type { Chain } from './chain.ts';
import type { Jettons } from './jettons.ts';
import type { Pools } from './pools.ts';

/** All that the interfaces read. */
export interface World {
  readonly chain: Chain;
  readonly jettons: Jettons;
  readonly pools: Pools;
}
