import { type BlockAge, createBlockAge } from '@isochain/core/upstream';
import { type EvmChainId, type NamedChain, namedChain } from './chains.ts';
import type { EvmOptions } from './options.ts';

/** The context of the network half. */
export interface EvmContext extends NamedChain {
  /** Whether a second endpoint is asked for prices. */
  readonly asksSecondPrice: boolean;
  /** How old the latest block of a node may be. */
  readonly blockAge: BlockAge;
}

type ContextOptions = Pick<EvmOptions, 'ceilings' | 'now' | 'oldestBlockMs' | 'priceCheck'>;

/** @param options - The operator's. Each ceiling here replaces that ceiling of the chain. */
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
