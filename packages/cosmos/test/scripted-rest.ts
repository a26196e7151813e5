import type { Chain } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { type CosmosChainId, namedChain } from '../src/chains.ts';
import { cosmos } from '../src/index.ts';
import type { CosmosOptions } from '../src/options.ts';

/** What a node answers, by path with query: a value is sent as JSON, a function makes the response. */
export type Routes = Readonly<Record<string, unknown>>;

export interface ScriptedRest {
  readonly chain: Chain;
  /** All requests, as `name /path?query`, in order. Requests for the node's network are left out. */
  readonly requests: string[];
  /** Round trips of the last call with `traced`. */
  readonly roundTrips: () => number | undefined;
  readonly traced: { readonly onTrace: (trace: Trace) => void };
}

/** A refusal, as grpc-gateway writes it. */
export function refusal(status: number, code: number, message: string): () => Response {
  return () => Response.json({ code, message, details: [] }, { status });
}

/** The answer of nodes that do not know a path. */
export const notImplemented = refusal(501, 12, 'Not Implemented');

/** The answer of a proxy without a node. */
export const down = () => new Response('down', { status: 503 });

/**
 * A chain with nodes that answer by script. Nodes do not know paths without a script.
 *
 * @param nodes - Routes by the name of the node, in the order in which they are asked.
 */
export function scriptedRest(
  chainId: CosmosChainId,
  nodes: Readonly<Record<string, Routes>>,
  options: Pick<CosmosOptions, 'tokens' | 'now'> = {},
): ScriptedRest {
  const requests: string[] = [];
  let trace: Trace | undefined;
  const network = namedChain(chainId).identity.nativeId;
  const chain = cosmos.connect(chainId, {
    ...options,
    endpoints: Object.keys(nodes).map((name) => ({ url: `https://${name}.example`, name, kind: 'rest' as const })),
    oldestBlockMs: 0,
    async fetch(url) {
      const { hostname, pathname, search } = new URL(String(url));
      const name = hostname.replace('.example', '');
      if (pathname.endsWith('/node_info')) return Response.json({ default_node_info: { network } });
      const path = `${decodeURIComponent(pathname)}${decodeURIComponent(search)}`;
      requests.push(`${name} ${path}`);
      const route = nodes[name]?.[path];
      if (route === undefined) return notImplemented();
      const answer: unknown = typeof route === 'function' ? route() : route;
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  return {
    chain,
    requests,
    roundTrips: () => trace?.roundTrips,
    traced: {
      onTrace(seen) {
        trace = seen;
      },
    },
  };
}
