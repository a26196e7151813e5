import {
  type Chain,
  type ChainDetail,
  type ChainId,
  type ChainIdentity,
  type ConnectOptions,
  catalogue,
  chainDetailOf,
  chainIds,
  type Family,
  isChainId,
  RefusedError,
  refuse,
  wrongKind,
} from '@isochain/core';
import * as z from 'zod';
import { configProblem, explain } from './config/explain.ts';
import type { ChainSettings } from './config/settings.ts';
import type { Families } from './families.ts';

/** Which of the specification's subsets a path accepts; `any` accepts every chain. */
export type ChainSubset = keyof ChainIdentity['paths'] | 'any';

/** How the upstreams of a chain are, as far as the requests so far have shown. Counts only: names and URLs are nobody's business. */
export interface EndpointCounts {
  readonly endpoints: number;
  readonly healthy: number;
  /** Whether any node is, or any endpoint where all have a kind. */
  readonly live: boolean;
}

/** An endpoint, for metrics. */
export interface EndpointState {
  readonly chain: string;
  /** Its name, never its URL. */
  readonly endpoint: string;
  readonly isHealthy: boolean;
}

/** All chains of the running service. Families are loaded and chains opened when they are first asked for, and kept. */
export interface Chains {
  /** @throws RefusedError `family.notBuilt`, or `config.invalid` if the family does not take the chain's options. */
  open(id: ChainId): Promise<Chain>;
  /** What a chain is and what works on it; nothing works while its family is not built. */
  detail(id: ChainId): Promise<ChainDetail>;
  details(): Promise<Record<ChainId, ChainDetail>>;
  /** The chains that have been opened so far. */
  health(): Record<string, EndpointCounts>;
  /** Of the same chains. */
  endpoints(): EndpointState[];
}

export interface ChainsOptions {
  readonly families: Families;
  readonly settings: Readonly<Partial<Record<ChainId, ChainSettings>>>;
  /** For every chain. */
  readonly connect: Omit<ConnectOptions, 'endpoints'>;
}

export function createChains({ families, settings, connect }: ChainsOptions): Chains {
  // Values, not promises: on Workers a request must not wait for what another one has begun.
  const opened = new Map<ChainId, Chain>();

  /** @returns undefined if no family that is built serves the chain. */
  async function find(id: ChainId): Promise<Chain | undefined> {
    const before = opened.get(id);
    if (before !== undefined) return before;
    const family = await families[catalogue[id].family]?.();
    const meanwhile = opened.get(id);
    if (meanwhile !== undefined || family === undefined || !family.chainIds.includes(id)) return meanwhile;
    const options = readOptions(id, family, settings[id]);
    const chain = family.connect(id, { ...options, ...connect, endpoints: settings[id]?.endpoints });
    opened.set(id, chain);
    return chain;
  }

  const detail = async (id: ChainId) => (await find(id))?.detail() ?? chainDetailOf(id, undefined);

  return {
    detail,
    async open(id) {
      const chain = await find(id);
      if (chain === undefined) throw refuse('family.notBuilt', { chain: id, family: catalogue[id].family });
      return chain;
    },
    async details() {
      const entries = await Promise.all(chainIds.map(async (id) => [id, await detail(id)] as const));
      // One entry for each id.
      return Object.fromEntries(entries) as Record<ChainId, ChainDetail>;
    },
    health() {
      const entries = [...opened].map(([id, { adapter }]) => {
        const endpoints = adapter.upstream.status();
        const healthy = endpoints.filter((endpoint) => endpoint.healthy);
        // Nodes have no kind where a family uses other interfaces beside them, which alone are not enough.
        const nodes = endpoints.filter(({ kind }) => kind === undefined);
        const live = healthy.some(({ kind }) => kind === undefined || nodes.length === 0);
        return [id, { endpoints: endpoints.length, healthy: healthy.length, live }];
      });
      return Object.fromEntries(entries);
    },
    endpoints() {
      return [...opened].flatMap(([chain, { adapter }]) =>
        adapter.upstream.status().map(({ name, healthy }) => ({ chain, endpoint: name, isHealthy: healthy })),
      );
    },
  };
}

/** What options there are, only the family knows. */
function readOptions(
  id: ChainId,
  { family }: Family<ChainId>,
  { endpoints, options = {} }: ChainSettings = {},
): object {
  const wrong = wrongKind(family, endpoints);
  if (wrong !== undefined) {
    throw new RefusedError([configProblem(`chains.${id}.endpoints.${wrong.index}.kind`, wrong.reason)]);
  }
  const parsed = (family.optionsSchema ?? z.strictObject({})).safeParse(options);
  if (parsed.success) return Object(parsed.data);
  const [first, ...rest] = parsed.error.issues.flatMap((issue) => explain(issue, ['chains', id, 'options']));
  throw new RefusedError([first ?? configProblem(`chains.${id}.options`, 'are not valid'), ...rest]);
}

/**
 * Looks at the options of all chains at once, for those who want to know before the first request.
 *
 * @throws RefusedError `config.invalid`
 */
export async function checkOptions({
  families,
  settings,
}: Pick<ChainsOptions, 'families' | 'settings'>): Promise<void> {
  for (const id of chainIds) {
    const load = settings[id] === undefined ? undefined : families[catalogue[id].family];
    if (load !== undefined) readOptions(id, await load(), settings[id]);
  }
}

/**
 * Reads a chain id as it stands in a path.
 *
 * @throws RefusedError `chain.unknown` or `chain.notAccepted`
 */
export function acceptChain(text: string, subset: ChainSubset): ChainId {
  if (!isChainId(text)) throw refuse('chain.unknown', { chain: text.slice(0, 100) }, 'chainId');
  if (subset !== 'any' && !catalogue[text].paths[subset]) throw refuse('chain.notAccepted', { chain: text }, 'chainId');
  return text;
}
