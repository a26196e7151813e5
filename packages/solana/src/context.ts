import type { ChainIdentity } from '@isochain/core';
import { solanaIdentities } from '@isochain/core/catalogue';
import { createTokenMemory, type TokenMemory } from '@isochain/core/tokens';
import { type BlockAge, createBlockAge } from '@isochain/core/upstream';
import { chains, type SolanaChain, type SolanaChainId } from './chains.ts';
import type { SolanaOptions } from './options.ts';
import type { TokenFacts } from './upstream/token-metadata.ts';

/** A chain of the family together with what core knows of it. */
export interface SolanaContext {
  readonly chainId: SolanaChainId;
  readonly chain: SolanaChain;
  readonly identity: ChainIdentity;
  /** The cluster's, in base58. Undefined if the operator wants no check. */
  readonly genesisHash: string | undefined;
  readonly blockAge: BlockAge;
  readonly tokenMemory: TokenMemory<TokenFacts>;
  /** The most lamports that a byte of an account may cost. */
  readonly maxRentPerByte: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The part that decisions get: names only. They ask nobody, and read no clock. */
export type Named = Pick<SolanaContext, 'identity'>;

/**
 * Lamports: ten times the price of a byte since genesis, which is 3480 a year for two years (anza-xyz/solana-sdk, rent/src/lib.rs:
 * DEFAULT_LAMPORTS_PER_BYTE_YEAR, DEFAULT_EXEMPTION_THRESHOLD). The price is going to fall (SIMD-0437).
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
