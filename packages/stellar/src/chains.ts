import type { ChainIdentity } from '@isochain/core';
import { stellarIdentities } from '@isochain/core/catalogue';

/** A chain id of the Stellar family. */
export type StellarChainId = keyof typeof stellarIdentities;

export const stellarChainIds = Object.keys(stellarIdentities) as StellarChainId[];

/** What is particular to one chain of the family. */
interface StellarChain {
  /** Names the network. Its hash is a part of what is signed (stellar/stellar-docs, networks/README.mdx). */
  readonly passphrase: string;
  /** How long a ledger takes, in milliseconds. Decides how old a latest ledger may be, so it is never too short. */
  readonly blockTimeMs: number;
  readonly explorer: string;
  readonly endpoints: readonly string[];
}

/** A ledger closes every 5 to 6 seconds (stellar/stellar-docs, learn/fundamentals/stellar-consensus-protocol.mdx). */
const blockTimeMs = 6_000;

const chains: Readonly<Record<StellarChainId, StellarChain>> = {
  stellar: {
    passphrase: 'Public Global Stellar Network ; September 2015',
    blockTimeMs,
    explorer: 'https://stellar.expert/explorer/public',
    // The first is the server of the Stellar Development Foundation, which keeps one year of history. The second is LOBSTR's.
    endpoints: ['https://horizon.stellar.org', 'https://horizon.stellar.lobstr.co'],
  },
  'stellar-testnet': {
    passphrase: 'Test SDF Network ; September 2015',
    blockTimeMs,
    explorer: 'https://stellar.expert/explorer/testnet',
    endpoints: ['https://horizon-testnet.stellar.org'],
  },
};

/** Public endpoints, the preferred one first (stellar/stellar-docs, data/apis/horizon; LOBSTR's blog on its public server). They limit requests. */
export function publicEndpoints(chainId: StellarChainId): readonly string[] {
  return chains[chainId].endpoints;
}

/** A chain with its names. */
export interface NamedChain {
  readonly chainId: StellarChainId;
  readonly chain: StellarChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: StellarChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: stellarIdentities[chainId] };
}
