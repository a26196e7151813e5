import { createTokenMemory, type TokenMemory } from '@isochain/core/tokens';
import { type BlockAge, createBlockAge, nameEndpoints } from '@isochain/core/upstream';
import { mostRounds } from './bytes/limits.ts';
import { type AlgorandChainId, type NamedChain, namedChain, publicEndpoints } from './chains.ts';
import type { AlgorandKind, AlgorandOptions } from './options.ts';
import type { ShownAsset } from './upstream/queries/assets.ts';
import { createRoundSights, type RoundSights } from './upstream/round-sights.ts';

/** An opened chain: its data with what the options set. */
export interface AlgorandContext extends NamedChain {
  readonly blockAge: BlockAge;
  /** The most that a transaction may cost without a wish of the client, in microAlgos. */
  readonly feeCeiling: bigint;
  /** For how many rounds a transaction can be sent after it was encoded. */
  readonly validRounds: bigint;
  /** Names of the endpoints of a kind. */
  readonly endpointsOf: (kind: AlgorandKind) => readonly string[];
  /** The rounds that nodes told lately. */
  readonly roundSights: RoundSights;
  /** What assets are that lists of holdings do not tell. A creator cannot change it. */
  readonly tokenMemory: TokenMemory<ShownAsset>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** 0.1 ALGO: a hundred times what a transaction costs while blocks have room. Our own choice. */
const usualFeeCeiling = '100000';

/** @param options - The operator's. */
export function contextOf(
  chainId: AlgorandChainId,
  options: Pick<AlgorandOptions, 'endpoints' | 'now' | 'oldestBlockMs' | 'validRounds' | 'ceilings'> = {},
): AlgorandContext {
  const named = namedChain(chainId);
  const { now = Date.now, oldestBlockMs, validRounds = Number(mostRounds), ceilings } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'algod');
  return {
    ...named,
    blockAge: createBlockAge({ blockTimeMs: named.chain.blockTimeMs, oldestBlockMs, now }),
    feeCeiling: BigInt(ceilings?.fee ?? usualFeeCeiling),
    validRounds: BigInt(validRounds),
    endpointsOf: (kind) => endpoints.filter((each) => each.kind === kind).map(({ name }) => name),
    roundSights: createRoundSights(now),
    tokenMemory: createTokenMemory(now),
    now,
  };
}
