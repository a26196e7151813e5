import { createTokenMemory, type TokenMemory } from '@isochain/core/tokens';
import { type BlockAge, createBlockAge, createMemory, type Memory, nameEndpoints } from '@isochain/core/upstream';
import { type NamedChain, namedChain, publicEndpoints, type StarknetChainId } from './chains.ts';
import { type Ceilings, ceilingsOf } from './fees/ceilings.ts';
import type { StarknetKind, StarknetOptions } from './options.ts';
import type { PoolOfStaker } from './staking/pool-of-staker.ts';
import type { TokenFacts } from './tokens/token-facts.ts';
import type { BalanceName } from './upstream/token-calls.ts';

/** An opened chain: its data with what the options set. */
export interface StarknetContext extends NamedChain {
  readonly blockAge: BlockAge;
  readonly ceilings: Ceilings;
  /** Names of the endpoints of a kind. */
  readonly endpointsOf: (kind: StarknetKind) => readonly string[];
  /** What was learnt of tokens, by id. */
  readonly tokenMemory: TokenMemory<{
    readonly facts: TokenFacts;
    /** The function that answered with a balance, if it was not `balanceOf`. */
    readonly balanceName?: BalanceName;
  }>;
  /** Contracts that were found to have no decimals, by id. */
  readonly collectibles: TokenMemory<true>;
  /** Pools that the staking contract listed lately, by the id of a validator. They save a round trip, and are proven again each time. */
  readonly poolMemory: TokenMemory<PoolOfStaker | undefined>;
  /** All pools for STRK, as the staking contract announced them when they were opened. */
  readonly openedPools: Memory<readonly PoolOfStaker[]>;
  /** The pools for STRK of all stakers that do not leave. */
  readonly activePools: Memory<readonly PoolOfStaker[]>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** New pools are seen after this time, in milliseconds. */
const poolsKeptMs = 600_000;

/** @param options - The operator's. */
export function contextOf(
  chainId: StarknetChainId,
  options: Pick<StarknetOptions, 'ceilings' | 'endpoints' | 'now' | 'oldestBlockMs'> = {},
): StarknetContext {
  const named = namedChain(chainId);
  const { now = Date.now, oldestBlockMs } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'node');
  return {
    ...named,
    blockAge: createBlockAge({ blockTimeMs: named.chain.blockTimeMs, oldestBlockMs, now }),
    ceilings: ceilingsOf(options.ceilings),
    endpointsOf: (kind) => endpoints.filter((endpoint) => endpoint.kind === kind).map(({ name }) => name),
    tokenMemory: createTokenMemory(now),
    collectibles: createTokenMemory(now),
    poolMemory: createTokenMemory(now),
    openedPools: createMemory(poolsKeptMs, now),
    activePools: createMemory(poolsKeptMs, now),
    now,
  };
}
