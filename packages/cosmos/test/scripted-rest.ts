import type { Trace } from '@isochain/core/upstream';
import { type CosmosChainId, namedChain } from '../src/chains.ts';
import { cosmos } from '../src/index.ts';
import type { CosmosOptions } from '../src/options.ts';

// REST interfaces that answer by script, path by path.

/** What a node answers, by path with query (decoded): a value is sent as JSON, a function is called with the body of the request. */
export type Routes = Readonly<Record<string, unknown>>;

/** A request as a node got it. */
interface SentRequest {
  /** Name of the node. */
  readonly node: string;
  /** Path with query, decoded. */
  readonly path: string;
  readonly body: unknown;
}

export type ScriptedRest = ReturnType<typeof scriptedRest>;

/** A refusal with an HTTP status and a gRPC code, as grpc-gateway writes it. */
export function refusal(status: number, code: number, message: string): () => Response {
  return () => Response.json({ code, message, details: [] }, { status });
}

/** The answer of nodes if they do not have what is asked for. */
export const notFound = refusal(404, 5, 'not found');

/** The answer of nodes that do not know a path. */
export const notImplemented = refusal(501, 12, 'Not Implemented');

/** The answer of a proxy without a node. */
export const down = () => new Response('down', { status: 503 });

/**
 * A chain with nodes that answer by script. A path without a script is answered with HTTP 599, so that the test fails.
 *
 * @param nodes - Routes by the name of the node, in the order in which they are asked. The questions of guards need no route.
 */
export function scriptedRest(
  chainId: CosmosChainId,
  nodes: Readonly<Record<string, Routes>>,
  options: CosmosOptions = {},
) {
  const { now = Date.now } = options;
  const guards: Routes = {
    '/cosmos/base/tendermint/v1beta1/node_info': {
      default_node_info: { network: namedChain(chainId).identity.nativeId },
    },
    '/cosmos/base/node/v1beta1/status': () => Response.json({ timestamp: new Date(now()).toISOString() }),
  };
  const requests: SentRequest[] = [];
  let trace: Trace | undefined;
  const chain = cosmos.connect(chainId, {
    endpoints: Object.keys(nodes).map((name) => ({ url: `https://${name}.example`, name, kind: 'rest' })),
    async fetch(url, init) {
      const { hostname, pathname, search } = new URL(String(url));
      const node = hostname.replace('.example', '');
      const path = decodeURIComponent(pathname + search);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      if (!(path in guards)) requests.push({ node, path, body });
      const route = nodes[node]?.[path] ?? guards[path];
      if (route === undefined) return new Response(`no script for ${path}`, { status: 599 });
      const answer: unknown = typeof route === 'function' ? route(body) : route;
      return answer instanceof Response ? answer : Response.json(answer);
    },
    ...options,
  });
  return {
    chain,
    /** All requests but those of guards, in order. */
    requests: requests as readonly SentRequest[],
    /** How many requests were sent to paths with this prefix. */
    count: (prefix: string) => requests.filter(({ path }) => path.startsWith(prefix)).length,
    /** Give it to a call. `roundTrips` then tells how many the call took. */
    traced: {
      onTrace(seen: Trace) {
        trace = seen;
      },
    },
    roundTrips: () => trace?.roundTrips,
  };
}
