import type { ChainIdentity } from '@isochain/core';
import { tronIdentities } from '@isochain/core/catalogue';

/** A chain id of the Tron family. */
export type TronChainId = keyof typeof tronIdentities;

export const tronChainIds = Object.keys(tronIdentities) as TronChainId[];

/** What is particular to one chain of the family. */
interface TronChain {
  /** Id of block 0, in hex: the last four bytes are the chain id that contracts see. */
  readonly genesisId: string;
  /** How often the chain makes a block, in milliseconds. */
  readonly blockTimeMs: number;
  readonly explorer: string;
}

const chains: Readonly<Record<TronChainId, TronChain>> = {
  tron: {
    // tronprotocol/documentation-en docs/getting_started and TRON-US/tronweb; its end, 0x2b6653dc, is chain id 728126428 of ethereum-lists/chains.
    genesisId: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    // BLOCK_PRODUCED_INTERVAL of tronprotocol/java-tron.
    blockTimeMs: 3_000,
    explorer: 'https://tronscan.org',
  },
};

/** Public endpoints, the preferred one first. Without a key they limit requests. */
export function publicEndpoints(
  _: TronChainId,
): readonly { readonly url: string; readonly kind: 'node' | 'trongrid' }[] {
  return [
    { url: 'https://api.trongrid.io', kind: 'node' },
    { url: 'https://tron-rpc.publicnode.com', kind: 'node' },
    { url: 'https://api.tronstack.io', kind: 'node' },
    { url: 'https://api.trongrid.io', kind: 'trongrid' },
  ];
}

/** A chain with its names. */
export interface NamedChain {
  readonly chainId: TronChainId;
  readonly chain: TronChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: TronChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: tronIdentities[chainId] };
}
