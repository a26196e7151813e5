import { createBlockAge } from '@isochain/core';
import { type EvmChainId, type EvmContext, namedChain } from './chains.ts';
import type { EvmOptions } from './options.ts';

type ContextOptions = Pick<EvmOptions, 'ceilings' | 'now' | 'oldestBlockMs' | 'priceCheck'>;

/** @param options - Of the operator: ceilings take the place of the chain's, one by one. */
export function contextOf(chainId: EvmChainId, options: ContextOptions = {}): EvmContext {
  const named = namedChain(chainId);
  const own = Object.entries(options.ceilings ?? {}).filter(([, ceiling]) => ceiling !== undefined);
  const chain = { ...named.chain, ceilings: { ...named.chain.ceilings, ...Object.fromEntries(own) } };
  const { now, oldestBlockMs } = options;
  const blockAge = createBlockAge({ blockTimeMs: chain.blockTimeMs, oldestBlockMs, now });
  return {
    ...named,
    chain,
    asksSecondPrice: options.priceCheck === 'second',
    blockAge,
  };
}
