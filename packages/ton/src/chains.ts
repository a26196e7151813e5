import type { ChainIdentity } from '@isochain/core';
import { tonIdentities } from '@isochain/core/catalogue';

/** A chain id of the TON family. */
export type TonChainId = keyof typeof tonIdentities;

export const tonChainIds = Object.keys(tonIdentities) as TonChainId[];

/** What is particular to one chain of the family. */
export interface TonChain {
  /** Which network it is: stands in every block, and in the wallet id of v5 (ton-blockchain/docs, content/blockchain-basics). */
  readonly globalId: number;
  /** Whether addresses that are marked as test-only are accepted. */
  readonly isTest: boolean;
  /** Hash of the root of the first state: what toncenter v2 calls `init.root_hash`. In base64. */
  readonly zeroStateHash: string;
  /** How long a block takes, in milliseconds. Decides how old a latest block may be, so it is never too short. */
  readonly blockTimeMs: number;
  readonly explorer: string;
}

export const chains: Readonly<Record<TonChainId, TonChain>> = {
  ton: {
    globalId: -239,
    isTest: false,
    // `validator.zero_state.root_hash` of the public configuration of the network: ton.org/global.config.json, and drpcorg/nodecore ton_validations.
    zeroStateHash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
    // 0.4 s since 2026-04-09, up to 5 s before and on a bad day (ton-blockchain/docs content/subsecond.mdx).
    blockTimeMs: 5_000,
    explorer: 'https://tonscan.org',
  },
};

/** Public endpoints, the preferred one first. Without a key they take about one request per second. */
export function publicEndpoints(
  _: TonChainId,
): readonly { readonly url: string; readonly kind: 'toncenter-v3' | 'tonapi' | 'toncenter-v2' }[] {
  return [
    { url: 'https://toncenter.com/api/v3', kind: 'toncenter-v3' },
    { url: 'https://tonapi.io/v2', kind: 'tonapi' },
    { url: 'https://toncenter.com/api/v2', kind: 'toncenter-v2' },
  ];
}

/** A chain with its names. */
export interface NamedChain {
  readonly chainId: TonChainId;
  readonly chain: TonChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: TonChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: tonIdentities[chainId] };
}
