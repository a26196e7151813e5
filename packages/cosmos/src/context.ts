import { createTokenMemory, type KnownToken, type TokenMemory } from '@isochain/core/tokens';
import { type BlockAge, createBlockAge, nameEndpoints } from '@isochain/core/upstream';
import { type CosmosChainId, type NamedChain, namedChain, publicEndpoints } from './chains.ts';
import type { CosmosKind, CosmosOptions } from './options.ts';
import type { Age } from './upstream/queries/tokens.ts';
import { createSearchMemory, type SearchMemory } from './upstream/tx-index.ts';

/** An opened chain: its data with what the options set. */
export interface CosmosContext extends NamedChain {
  /** The chain's own id, which endpoints must serve and which stands in every sign document. */
  readonly nativeId: string;
  readonly blockAge: BlockAge;
  /** The kinds of the configured endpoints, in the order in which they are asked. */
  readonly kinds: readonly CosmosKind[];
  /** Names of the endpoints of a kind. */
  readonly endpointsOf: (kind: CosmosKind) => readonly string[];
  /** What nodes were found to lack. */
  readonly memory: NodeMemory;
  /** What nodes told of tokens, by id. */
  readonly tokenMemory: TokenMemory<TokenFacts>;
  /** How searches for transactions went. */
  readonly searchMemory: SearchMemory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What amounts of a token are shown with. */
export type TokenFacts = Pick<KnownToken, 'name' | 'ticker' | 'decimals'>;

/** What nodes of the chain were found to lack. It is not asked for again. */
interface NodeMemory {
  /** Nodes before cosmos-sdk 0.47 tell spendable coins only as a list. */
  listsSpendable: boolean;
  /** Which path the nodes knew when they were last asked. */
  readonly ages: { trace: Age; metadata: Age };
}

/** @param options - The operator's. */
export function contextOf(
  chainId: CosmosChainId,
  options: Pick<CosmosOptions, 'endpoints' | 'nativeId' | 'now' | 'oldestBlockMs'> = {},
): CosmosContext {
  const named = namedChain(chainId);
  const { chain, identity } = named;
  const { now = Date.now, oldestBlockMs, nativeId = identity.nativeId } = options;
  if (nativeId !== identity.nativeId && nativeId !== chain.replacedNativeId) {
    throw new TypeError(`The option nativeId of ${chainId} cannot be ${nativeId}: that was never its network.`);
  }
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId), 'rest');
  const present = new Set(endpoints.map(({ kind }) => kind));
  const kinds: readonly CosmosKind[] = ['rest', 'rpc'];
  return {
    ...named,
    nativeId,
    blockAge: createBlockAge({ blockTimeMs: chain.blockTimeMs, oldestBlockMs, now }),
    kinds: kinds.filter((kind) => present.has(kind)),
    endpointsOf: (kind) => endpoints.filter((endpoint) => endpoint.kind === kind).map(({ name }) => name),
    memory: { listsSpendable: false, ages: { trace: 'later', metadata: 'later' } },
    tokenMemory: createTokenMemory(now),
    searchMemory: createSearchMemory(),
    now,
  };
}
