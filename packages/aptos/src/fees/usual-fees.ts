import type { Need } from './gas.ts';
import type { GasLimits } from './limits.ts';

/**
 * The most units that limits usually have. A transfer that creates an account used 999 units (mainnet, version 1747361321). The first transaction of an account
 * has a floor of 5,210. An unlock of a delegation pool used 1,336 units (mainnet). Where an epoch begins before it, the pool hands out all rewards first, which
 * costs up to ten times as much. A limit is 1.5 times the use, and twice that for a pool.
 */
const mostUsual = { plain: 8_000n, pool: 40_000n } as const;

interface Limit {
  /** Units. */
  readonly gas: bigint;
  readonly need: Need;
}

/**
 * What a transaction usually costs at most, in octas. The lowest price of the chain is the usual one (aptos-labs/aptos-networks, gas/v1.48.0.json:
 * min_price_per_gas_unit; mainnet's `estimate_gas_price` answers it while blocks have room).
 *
 * @param wishes - What the client named is usual.
 */
export function usualFeesOf(
  { lowestPrice }: Pick<GasLimits, 'lowestPrice'>,
  { gas, need }: Limit,
  wishes: { readonly gasUnitPrice?: bigint | undefined; readonly gas?: bigint | undefined },
): bigint {
  const most = need.isPool ? mostUsual.pool : mostUsual.plain;
  const isUsual = gas < most || gas === need.floor || wishes.gas !== undefined;
  return (isUsual ? gas : most) * (wishes.gasUnitPrice ?? lowestPrice);
}
