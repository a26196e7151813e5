import { type BlockAge, type ChainIdentity, createBlockAge } from '@isochain/core';
import { solanaIdentities } from '@isochain/core/catalogue';
import { createTokenMemory, type TokenMemory } from '@isochain/core/tokens';
import type { SolanaOptions } from './options.ts';
import type { TokenFacts } from './token-metadata.ts';

/** A chain id of the Solana family. */
export type SolanaChainId = keyof typeof chains;

/** What is particular to one chain. */
export interface SolanaChain {
  /** Base58: what getGenesisHash answers. */
  readonly genesisHash: string;
  /** How long a slot takes, in milliseconds. It only says how old the latest block may be: what depends on it otherwise asks the chain. */
  readonly blockTimeMs: number;
  readonly rpc: readonly { readonly url: string; readonly maxBatch?: number }[];
  readonly explorer: string;
}

export const chains = {
  solana: {
    // https://docs.anza.xyz/clusters/available, "Mainnet Beta"
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    // SIMD-0525, since epoch 1053 of mainnet-beta (October 2026).
    blockTimeMs: 200,
    // https://solana.com/docs/references/clusters, read on 2026-11-22: for trying things out, limited to 100 requests in 10 seconds (40 of one
    // method) and 100 MB in 30. The name api.mainnet-beta.solana.com is the one from before.
    rpc: [
      { url: 'https://api.mainnet.solana.com', maxBatch: 10 },
      { url: 'https://solana-rpc.publicnode.com', maxBatch: 10 },
    ],
    explorer: 'https://explorer.solana.com',
  },
} as const satisfies Record<string, SolanaChain>;

export const solanaChainIds = Object.keys(chains) as SolanaChainId[];

/** A chain of the family together with what core knows of it. */
export interface SolanaContext {
  readonly chainId: SolanaChainId;
  readonly chain: SolanaChain;
  readonly identity: ChainIdentity;
  /** Base58: that of the cluster. Undefined where the operator wants no check. */
  readonly genesisHash: string | undefined;
  readonly blockAge: BlockAge;
  readonly tokenMemory: TokenMemory<TokenFacts>;
  /** Lamports that a byte of an account may cost at most. */
  readonly maxRentPerByte: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** All that decisions see of it: its names. They ask nobody, and read no clock. */
export type Named = Pick<SolanaContext, 'identity'>;

/**
 * Lamports, ten times what a byte has cost since the genesis: 3480 a year, for two years (anza-xyz/solana-sdk, rent/src/lib.rs:
 * DEFAULT_LAMPORTS_PER_BYTE_YEAR, DEFAULT_EXEMPTION_THRESHOLD). It is going to be less (SIMD-0437).
 */
const defaultMaxRentPerByte = 10 * 3480 * 2;

export function contextOf(
  chainId: SolanaChainId,
  options: Pick<SolanaOptions, 'genesisHash' | 'maxRentPerByte' | 'now' | 'oldestBlockMs'> = {},
): SolanaContext {
  const chain: SolanaChain = chains[chainId];
  const {
    genesisHash = chain.genesisHash,
    maxRentPerByte = defaultMaxRentPerByte,
    now = Date.now,
    oldestBlockMs,
  } = options;
  return {
    chainId,
    chain,
    identity: solanaIdentities[chainId],
    genesisHash: genesisHash === 'any' ? undefined : genesisHash,
    blockAge: createBlockAge({ blockTimeMs: chain.blockTimeMs, oldestBlockMs, now }),
    tokenMemory: createTokenMemory(now),
    maxRentPerByte,
    now,
  };
}
