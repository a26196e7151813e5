import type { ChainIdentity } from '@isochain/core';
import { algorandIdentities } from '@isochain/core/catalogue';
import type { AlgorandKind } from './options.ts';

/** A chain id of the Algorand family. */
export type AlgorandChainId = keyof typeof algorandIdentities;

export const algorandChainIds = Object.keys(algorandIdentities) as AlgorandChainId[];

/** What is particular to one chain of the family. */
interface AlgorandChain {
  /** The name of the network in transactions. */
  readonly genesisId: string;
  /** The hash of its genesis, in base64. It is a part of what is signed. */
  readonly genesisHash: string;
  /** How long a round takes, in milliseconds. Decides how old a latest round may be, so it is never too short. */
  readonly blockTimeMs: number;
  readonly explorer: string;
  readonly endpoints: readonly { readonly url: string; readonly kind: AlgorandKind }[];
}

const chains: Readonly<Record<AlgorandChainId, AlgorandChain>> = {
  algorand: {
    // algorandfoundation/docs, get-details/algorand-networks/mainnet.md; go-algorand, installer/genesis/mainnet/genesis.json.
    genesisId: 'mainnet-v1.0',
    genesisHash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
    // About 2.8 s since dynamic round times.
    blockTimeMs: 3_000,
    explorer: 'https://lora.algokit.io/mainnet',
    // The free tier of Nodely (nodely.io/docs/free/start). It limits requests.
    endpoints: [
      { url: 'https://mainnet-api.4160.nodely.dev', kind: 'algod' },
      { url: 'https://mainnet-idx.4160.nodely.dev', kind: 'indexer' },
    ],
  },
};

/** Public endpoints. */
export function publicEndpoints(chainId: AlgorandChainId): AlgorandChain['endpoints'] {
  return chains[chainId].endpoints;
}

/** A chain with its names. */
export interface NamedChain {
  readonly chainId: AlgorandChainId;
  readonly chain: AlgorandChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: AlgorandChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: algorandIdentities[chainId] };
}
