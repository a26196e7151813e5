import { createTokenMemory, type TokenMemory } from '@isochain/core/tokens';
import { type BlockAge, createBlockAge, createMemory, type Memory, nameEndpoints } from '@isochain/core/upstream';
import { type NamedChain, namedChain, publicEndpoints, type TronChainId } from './chains.ts';
import { type Parameters, parameterLifetimeMs } from './fees/parameters.ts';
import type { TronKind, TronOptions } from './options.ts';
import type { TokenFacts } from './tokens/token-facts.ts';

/** An opened chain: its data with what the options set. */
export interface TronContext extends NamedChain {
  readonly blockAge: BlockAge;
  /** The id of block 0 that endpoints must have. */
  readonly genesisId: string;
  /** Names of the endpoints of a kind. */
  readonly endpointsOf: (kind: TronKind) => readonly string[];
  /** The prices of the chain, which change by votes of the super representatives. */
  readonly parameters: Memory<Parameters>;
  /** Facts of tokens that were looked up, by id. Undefined facts: it is no token. */
  readonly tokenMemory: TokenMemory<{ readonly facts: TokenFacts | undefined }>;
  /** What super representatives keep of rewards, as fractions of 1, and until when that counts (milliseconds since 1970). By address in hex. */
  readonly brokerages: Map<string, { readonly fraction: number; readonly until: number }>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** @param options - The operator's. */
export function contextOf(
  chainId: TronChainId,
  options: Pick<TronOptions, 'endpoints' | 'now' | 'oldestBlockMs' | 'genesisId'> = {},
): TronContext {
  const named = namedChain(chainId);
  const { now = Date.now, oldestBlockMs, genesisId = named.chain.genesisId } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'node');
  return {
    ...named,
    blockAge: createBlockAge({ blockTimeMs: named.chain.blockTimeMs, oldestBlockMs, now }),
    genesisId,
    endpointsOf: (kind) => endpoints.filter((endpoint) => endpoint.kind === kind).map(({ name }) => name),
    parameters: createMemory(parameterLifetimeMs, now),
    tokenMemory: createTokenMemory(now),
    brokerages: new Map(),
    now,
  };
}
