import type { ChainIdentity } from '@isochain/core';
import { aptosIdentities } from '@isochain/core/catalogue';

/** A chain id of the Aptos family. */
export type AptosChainId = keyof typeof aptosIdentities;

export const aptosChainIds = Object.keys(aptosIdentities) as AptosChainId[];

/** What is particular to one chain of the family. */
interface AptosChain {
  /** Stands in every transaction (aptos-labs/aptos-core, types/src/chain_id.rs: NamedChain). */
  readonly id: number;
  /** The name of the network in the hosts of public endpoints. */
  readonly network: 'mainnet' | 'testnet';
  /** Public nodes of operators other than Aptos Labs. */
  readonly otherNodes: readonly string[];
  /** How long a block takes, in milliseconds. Decides how old a latest block may be, so it is never too short. */
  readonly blockTimeMs: number;
  readonly explorer: string;
}

/** Blocks take less than a second (aptos-labs/aptos-docs, network/blockchain/blockchain-deep-dive). */
const blockTimeMs = 1_000;

const chains: Readonly<Record<AptosChainId, AptosChain>> = {
  aptos: {
    id: 1,
    network: 'mainnet',
    otherNodes: ['https://aptos-rest.publicnode.com/v1'],
    blockTimeMs,
    explorer: 'https://explorer.aptoslabs.com/?network=mainnet',
  },
  'aptos-testnet': {
    id: 2,
    network: 'testnet',
    otherNodes: [],
    blockTimeMs,
    explorer: 'https://explorer.aptoslabs.com/?network=testnet',
  },
};

/** Public endpoints, the preferred one first (aptos-labs/aptos-docs, network/nodes/networks; publicnode.com). Without a key they limit requests. */
export function publicEndpoints(
  chainId: AptosChainId,
): readonly { readonly url: string; readonly kind: 'node' | 'indexer' }[] {
  const { network, otherNodes } = chains[chainId];
  return [
    { url: `https://api.${network}.aptoslabs.com/v1`, kind: 'node' },
    { url: `https://fullnode.${network}.aptoslabs.com/v1`, kind: 'node' },
    ...otherNodes.map((url) => ({ url, kind: 'node' as const })),
    { url: `https://api.${network}.aptoslabs.com/v1/graphql`, kind: 'indexer' },
  ];
}

/** A chain with its names. */
export interface NamedChain {
  readonly chainId: AptosChainId;
  readonly chain: AptosChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: AptosChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: aptosIdentities[chainId] };
}
