import {
  type Chain,
  type ChainDetail,
  type ChainId,
  type ChainIdentity,
  type ConnectOptions,
  catalogue,
  chainDetailOf,
  chainIds,
  chainNamed,
  type Family,
  families as familyNames,
  isChainId,
  nearest,
  refuse,
  shownName,
} from '@isochain/core';
import type { EndpointStatus } from '@isochain/core/upstream';
import type { ChainSettings } from './config/chain-settings.ts';
import type { Settings } from './config/settings.ts';
import { connectChain, nodeKindsOf } from './connect-chain.ts';
import type { Families } from './families.ts';

/** The specification's list of chains for a path; `any` for a path that takes every chain. */
export type ChainSubset = keyof ChainIdentity['paths'] | 'any';

/** Paths that take every chain, beside those with a list. Encode has none: no other chain has a mode. */
const pathsOfAll: Readonly<Partial<Record<ChainSubset, string>>> = {
  token: '/api/chains/{chainId}/token/{tokenId}',
  history: '/api/chains/{chainId}/account/{accountId}/history',
};

/**
 * The health of a chain's upstreams, by the requests so far: an endpoint is healthy unless its last attempt failed. Only counts:
 * names and URLs stay secret.
 */
interface EndpointCounts {
  readonly endpoints: number;
  readonly healthy: number;
  /** How many of the healthy endpoints are unknown: none of their attempts has ended. */
  readonly unknown: number;
  /** Whether at least one endpoint is healthy that can serve the chain alone: a node, not an explorer. */
  readonly live: boolean;
  /** How many endpoints are unhealthy for which reason: `closed`, `unauthorized`, `timeout`... */
  readonly failing: Readonly<Record<string, number>>;
}

/** An endpoint, for metrics. */
export interface EndpointState {
  readonly chain: string;
  /** Its name, never its URL. */
  readonly endpoint: string;
  /** As in `EndpointCounts`. */
  readonly isHealthy: boolean;
}

/** All chains of the running service. Families are loaded and chains opened when they are first asked for, and kept. */
export interface Chains {
  /**
   * @throws RefusedError `family.notBuilt`, `chain.stopped` if it has no endpoints any more, or `config.invalid` if the family does not take the
   * chain's options.
   */
  open(id: ChainId): Promise<Chain>;
  /** What a chain is and what works on it. Nothing works if its family is not built, or if it has stopped and has no endpoints. */
  detail(id: ChainId): Promise<ChainDetail>;
  details(): Promise<Record<ChainId, ChainDetail>>;
  /** Whether a family that is built serves the chain. */
  isBuilt(id: ChainId): Promise<boolean>;
  /** False if this gateway was built without some family. */
  readonly hasAllFamilies: boolean;
  /** The chains that were asked before. Asks no upstream. */
  health(): Record<string, EndpointCounts>;
  /** The endpoints of the same chains. */
  endpoints(): EndpointState[];
}

export interface ChainsOptions {
  readonly families: Families;
  readonly settings: Readonly<Partial<Record<ChainId, ChainSettings>>>;
  /** For every chain. */
  readonly connect: Omit<ConnectOptions, 'endpoints'>;
}

export function createChains({ families, settings, connect }: ChainsOptions): Chains {
  // Values, not promises: on Workers a request must not wait for work of another request.
  const opened = new Map<ChainId, Chain>();
  const nodeKinds = new Map<ChainId, readonly (string | undefined)[]>();

  async function familyOf(id: ChainId): Promise<Family | undefined> {
    const family = await families[catalogue[id].family]?.();
    return family?.chainIds.includes(id) === true ? family : undefined;
  }

  /** @returns undefined if no family that is built serves the chain. */
  async function find(id: ChainId): Promise<Chain | undefined> {
    const before = opened.get(id);
    if (before !== undefined) return before;
    const family = await familyOf(id);
    const meanwhile = opened.get(id);
    if (meanwhile !== undefined || family === undefined) return meanwhile;
    const chain = connectChain(id, family, settings[id], { ...connect, identifiersOf });
    opened.set(id, chain);
    nodeKinds.set(id, nodeKindsOf(family));
    return chain;
  }

  /** For chains that a conversion leads to. */
  async function identifiersOf(id: ChainId) {
    return (await find(id))?.adapter.bytes.identifiers;
  }

  const detail = async (id: ChainId) => (await find(id))?.detail() ?? chainDetailOf(id, catalogue[id], undefined);

  return {
    detail,
    async open(id) {
      const chain = await find(id);
      if (chain === undefined) throw refuse('family.notBuilt', { chain: id, family: catalogue[id].family });
      chain.requireRunning();
      return chain;
    },
    async details() {
      // A chain that cannot be opened says so when it is asked. The others are listed anyway.
      const nothing = (id: ChainId) => chainDetailOf(id, catalogue[id], undefined);
      const entries = await Promise.all(
        chainIds.map(async (id) => [id, await detail(id).catch(() => nothing(id))] as const),
      );
      // One entry for each id.
      return Object.fromEntries(entries) as Record<ChainId, ChainDetail>;
    },
    isBuilt: async (id) => (await familyOf(id)) !== undefined,
    hasAllFamilies: familyNames.every((name) => families[name] !== undefined),
    health() {
      const entries = known().map(([id, endpoints]) => {
        const healthy = endpoints.filter(isHealthy);
        const unknown = healthy.filter((endpoint) => !endpoint.known).length;
        const live = healthy.some(({ kind }) => nodeKinds.get(id)?.includes(kind));
        return [
          id,
          { endpoints: endpoints.length, healthy: healthy.length, unknown, live, failing: reasonsOf(endpoints) },
        ];
      });
      return Object.fromEntries(entries);
    },
    endpoints() {
      return known().flatMap(([chain, endpoints]) =>
        endpoints.map((endpoint) => ({ chain, endpoint: endpoint.name, isHealthy: isHealthy(endpoint) })),
      );
    },
  };

  function known(): (readonly [ChainId, readonly EndpointStatus[]])[] {
    return [...opened]
      .map(([id, { adapter }]) => [id, adapter.upstream.status()] as const)
      .filter(([, endpoints]) => endpoints.some((endpoint) => endpoint.known));
  }
}

function reasonsOf(endpoints: readonly EndpointStatus[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const endpoint of endpoints) {
    const { lastFailure } = endpoint;
    if (!isHealthy(endpoint) && lastFailure !== undefined) counts[lastFailure] = (counts[lastFailure] ?? 0) + 1;
  }
  return counts;
}

function isHealthy({ failures }: EndpointStatus): boolean {
  return failures === 0;
}

/**
 * Reads the chain id of a path.
 *
 * @param lists - Whether the lists of the specification count for paths that could take every chain.
 * @throws RefusedError `chain.unknown` or `chain.notAccepted`
 */
export function acceptChain(text: string, subset: ChainSubset, lists: Settings['chainLists']): ChainId {
  if (!isChainId(text)) {
    const named = chainNamed(text);
    if (named !== undefined) throw refuse('chain.unknown', { chain: text, hint: `use ${named} here.` }, 'chainId');
    const near = nearest(text.slice(0, 100), chainIds);
    const hint = near === undefined ? '/api/chains lists those that there are.' : `did you mean ${near}?`;
    throw refuse('chain.unknown', { chain: shownName(text), hint }, 'chainId');
  }
  const other = pathsOfAll[subset];
  const takesAll = subset === 'any' || (lists === 'all' && other !== undefined);
  if (takesAll || catalogue[text].paths[subset]) return text;
  throw refuse('chain.notAccepted', { chain: text, route: other?.replace('{chainId}', text) }, 'chainId');
}
