import { type BlockAge, createBlockAge } from '@isochain/core/upstream';
import { type EvmChainId, type NamedChain, namedChain } from './chains.ts';
import type { EvmOptions } from './options.ts';

/** What the half with a network works with beyond that. */
export interface EvmContext extends NamedChain {
  /** Whether a second endpoint is asked for prices. */
  readonly asksSecondPrice: boolean;
  /** How old the latest block of a node may be. */
  readonly blockAge: BlockAge;
}

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
