import { type ChainId, catalogue, createBlockAge } from '@isochain/core';
import { chains, type EvmChainId, type EvmContext } from './chains.ts';
import type { EvmOptions } from './options.ts';

type ContextOptions = Pick<EvmOptions, 'ceilings' | 'now' | 'oldestBlockMs' | 'priceCheck'>;

/** @param options - Of the operator: ceilings take the place of the chain's, one by one. */
export function contextOf(chainId: ChainId, options: ContextOptions = {}): EvmContext {
  const id = chainId as EvmChainId;
  const own = Object.entries(options.ceilings ?? {}).filter(([, ceiling]) => ceiling !== undefined);
  const chain = { ...chains[id], ceilings: { ...chains[id].ceilings, ...Object.fromEntries(own) } };
  const { now, oldestBlockMs } = options;
  const blockAge = createBlockAge({ blockTimeMs: chain.blockTimeMs, oldestBlockMs, now });
  return {
    chainId: id,
    chain,
    identity: catalogue[id],
    asksSecondPrice: options.priceCheck === 'second',
    blockAge,
  };
}
