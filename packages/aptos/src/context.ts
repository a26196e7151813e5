import { createTokenMemory, type TokenMemory } from '@isochain/core/tokens';
import { type BlockAge, createBlockAge, createMemory, type Memory, nameEndpoints } from '@isochain/core/upstream';
import { type AptosChainId, type NamedChain, namedChain, publicEndpoints } from './chains.ts';
import { type GasLimits, gasLimits } from './fees/limits.ts';
import type { StructTag } from './move/type-tag.ts';
import type { AptosKind, AptosOptions } from './options.ts';
import type { TokenFacts } from './tokens/token-facts.ts';
import type { GasPrices } from './upstream/queries/gas-price.ts';

/** An opened chain: its data with what the options set. */
export interface AptosContext extends NamedChain {
  readonly blockAge: BlockAge;
  readonly limits: GasLimits;
  /** How long a transaction can be sent after it was encoded, in seconds. */
  readonly expirationSeconds: bigint;
  /** Names of the endpoints of a kind. */
  readonly endpointsOf: (kind: AptosKind) => readonly string[];
  readonly gasPrices: Memory<GasPrices>;
  /** Facts of tokens that were looked up, by id. Undefined facts: it is no token. */
  readonly tokenMemory: TokenMemory<{ readonly facts: TokenFacts | undefined }>;
  /** Coins that fungible assets take the place of, by the metadata of the asset. */
  readonly pairedCoins: TokenMemory<StructTag>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How long prices of gas count, in milliseconds. */
const priceLifetimeMs = 10_000;

/** Longer than the chain needs for a block, and shorter than a person needs to sign. */
const usualExpirationSeconds = 600;

/** @param options - The operator's. */
export function contextOf(
  chainId: AptosChainId,
  options: Pick<
    AptosOptions,
    'endpoints' | 'now' | 'oldestBlockMs' | 'expirationSeconds' | 'gasFloors' | 'ceilings'
  > = {},
): AptosContext {
  const named = namedChain(chainId);
  const { now = Date.now, oldestBlockMs, expirationSeconds = usualExpirationSeconds } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'node');
  return {
    ...named,
    blockAge: createBlockAge({ blockTimeMs: named.chain.blockTimeMs, oldestBlockMs, now }),
    limits: gasLimits(options),
    expirationSeconds: BigInt(expirationSeconds),
    endpointsOf: (kind) => endpoints.filter((endpoint) => endpoint.kind === kind).map(({ name }) => name),
    gasPrices: createMemory(priceLifetimeMs, now),
    tokenMemory: createTokenMemory(now),
    pairedCoins: createTokenMemory(now),
    now,
  };
}
