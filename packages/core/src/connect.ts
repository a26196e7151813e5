import { type ChainId, catalogue } from './catalogue.ts';
import type { ChainFamily, ConnectOptions } from './family.ts';
import { Chain } from './service/chain.ts';

/** What a family package exports under its own name: `evm.connect('base', { endpoints: [...] })`. */
export interface Family<Id extends ChainId, Options extends ConnectOptions = ConnectOptions> {
  readonly family: ChainFamily<Options>;
  readonly chainIds: readonly Id[];
  /**
   * Opens one chain. Touches no network.
   *
   * @throws TypeError if the chain is not of this family.
   */
  connect(chainId: Id, options?: Options): Chain;
}

/** Makes the public face of a family package from its implementation. */
export function createFamily<Id extends ChainId, Options extends ConnectOptions = ConnectOptions>(
  family: ChainFamily<Options> & { chainIds: readonly Id[] },
): Family<Id, Options> {
  return {
    family,
    chainIds: family.chainIds,
    connect(chainId, options = {} as Options) {
      if (!family.chainIds.includes(chainId)) {
        throw new TypeError(
          `${chainId} is not a chain of the ${family.name} family but of ${catalogue[chainId]?.family ?? 'none'}`,
        );
      }
      return new Chain(family.open(chainId, options));
    },
  };
}
