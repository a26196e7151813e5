import { type BlockAge, createBlockAge, createMemory, type Memory, nameEndpoints } from '@isochain/core/upstream';
import { type ChainClock, createChainClock } from './chain-clock.ts';
import { type NamedChain, namedChain, publicEndpoints, type TonChainId } from './chains.ts';
import { type ChainConfig, priceLifetimeMs } from './fees/prices.ts';
import type { TonKind, TonOptions } from './options.ts';
import { nominatorPoolCode, tonstakers, tonstakersMinter } from './pools/known-pools.ts';
import { Address } from './ton-core.ts';

/** An opened chain: its data with what the options set. */
export interface TonContext extends NamedChain {
  readonly blockAge: BlockAge;
  /** The time by which transactions expire. */
  readonly clock: ChainClock;
  /** The kinds of the configured endpoints, in the order in which they are asked. */
  readonly kinds: readonly TonKind[];
  /** Names of the endpoints of a kind. */
  readonly endpointsOf: (kind: TonKind) => readonly string[];
  /** Hashes of the code of nominator pools. */
  readonly nominatorPoolCodes: readonly string[];
  /** What nominator pools keep of rewards, as fractions of 1. By canonical address. */
  readonly commissions: Map<string, number>;
  /** The pools of liquid staking that may be staked with. */
  readonly liquidPools: readonly Address[];
  /** Prices and suspended accounts, which change by votes of the validators. */
  readonly config: Memory<ChainConfig>;
  /** Masters of the jettons of liquid pools, by the canonical address of the pool: those that are known or were read. They never change. */
  readonly poolMinters: Map<string, Address>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** @param options - The operator's. */
export function contextOf(
  chainId: TonChainId,
  options: Pick<TonOptions, 'endpoints' | 'now' | 'oldestBlockMs' | 'nominatorPoolCodes' | 'liquidPools'> = {},
): TonContext {
  const named = namedChain(chainId);
  const { now = Date.now, oldestBlockMs } = options;
  const { nominatorPoolCodes = [nominatorPoolCode], liquidPools = [tonstakers] } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'toncenter-v3');
  const present = new Set(endpoints.map(({ kind }) => kind));
  const kinds: readonly TonKind[] = ['toncenter-v3', 'tonapi', 'toncenter-v2'];
  return {
    ...named,
    blockAge: createBlockAge({ blockTimeMs: named.chain.blockTimeMs, oldestBlockMs, now }),
    clock: createChainClock(now),
    kinds: kinds.filter((kind) => present.has(kind)),
    endpointsOf: (kind) => endpoints.filter((endpoint) => endpoint.kind === kind).map(({ name }) => name),
    nominatorPoolCodes,
    poolMinters: new Map([[tonstakers, Address.parse(tonstakersMinter)]]),
    commissions: new Map(),
    liquidPools: liquidPools.map((text) => Address.parse(text)),
    config: createMemory(priceLifetimeMs, now),
    now,
  };
}
