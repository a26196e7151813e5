import { type BlockAge, createBlockAge, nameEndpoints } from '@isochain/core/upstream';
import { type NamedChain, namedChain, publicEndpoints, type StellarChainId } from './chains.ts';
import { type BidLimits, bidLimits } from './fees/bid.ts';
import type { StellarOptions } from './options.ts';

/** An opened chain: its data with what the options set. */
export interface StellarContext extends NamedChain {
  readonly blockAge: BlockAge;
  readonly limits: BidLimits;
  /** How long a transaction can be sent after it was encoded, in seconds. */
  readonly expirationSeconds: bigint;
  /** Names of the endpoints. */
  readonly endpoints: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Half an hour: some custody services ask several people before they sign. */
const usualExpirationSeconds = 1_800;

/** @param options - The operator's. */
export function contextOf(
  chainId: StellarChainId,
  options: Pick<StellarOptions, 'endpoints' | 'now' | 'oldestBlockMs' | 'expirationSeconds' | 'ceilings'> = {},
): StellarContext {
  const named = namedChain(chainId);
  const { now = Date.now, oldestBlockMs, expirationSeconds = usualExpirationSeconds } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'horizon');
  return {
    ...named,
    blockAge: createBlockAge({ blockTimeMs: named.chain.blockTimeMs, oldestBlockMs, now }),
    limits: bidLimits(options),
    expirationSeconds: BigInt(expirationSeconds),
    endpoints: endpoints.map(({ name }) => name),
    now,
  };
}
