import type { EncodeResult, Problem } from '@isochain/core';
import type { CosmosChainId } from '../src/chains.ts';
import { namedChain } from '../src/chains.ts';
import type { CosmosOptions } from '../src/index.ts';
import { cosmos } from '../src/index.ts';

/** What a node answers, by path with query (decoded): a value is sent as JSON, a function is called with the body of the request. */
export type Routes = Readonly<Record<string, unknown>>;

/** A request as the node got it. */
interface SentRequest {
  /** Path with query, decoded. */
  readonly path: string;
  readonly body: unknown;
}

export interface ScriptedNode {
  readonly fetch: typeof globalThis.fetch;
  /** All requests but those of guards, in order. */
  readonly requests: readonly SentRequest[];
  /** How many requests were sent to paths with this prefix. */
  count(prefix: string): number;
}

/** A refusal with an HTTP status and a gRPC code. */
export function refusal(status: number, code: number, message: string): () => Response {
  return () => Response.json({ code, message, details: [] }, { status });
}

/** The answer of nodes if they do not have what is asked for. */
export const notFound = refusal(404, 5, 'not found');

/** The answer of nodes to a question that they do not know. */
export const notImplemented = refusal(501, 12, 'Not Implemented');

/**
 * A REST interface that answers by script. A path without a script is answered with HTTP 599, so that the test fails.
 *
 * @param routes - Answers beside the defaults, or in their place. The defaults answer the guards.
 */
export function scriptedNode(chainId: CosmosChainId, routes: Routes): ScriptedNode {
  const guards: Routes = {
    '/cosmos/base/tendermint/v1beta1/node_info': {
      default_node_info: { network: namedChain(chainId).identity.nativeId },
    },
    '/cosmos/base/node/v1beta1/status': { timestamp: new Date().toISOString() },
  };
  const requests: SentRequest[] = [];
  return {
    requests,
    count: (prefix) => requests.filter(({ path }) => path.startsWith(prefix)).length,
    async fetch(url, init) {
      const { pathname, search } = new URL(String(url));
      const path = decodeURIComponent(pathname + search);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      if (!(path in guards)) requests.push({ path, body });
      const route = routes[path] ?? guards[path];
      if (route === undefined) return new Response(`no script for ${path}`, { status: 599 });
      const answer: unknown = typeof route === 'function' ? route(body) : route;
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
}

/** The family on top of a scripted node. */
export function connectTo(chainId: CosmosChainId, { fetch }: ScriptedNode, options: CosmosOptions = {}) {
  return cosmos.connect(chainId, {
    endpoints: [{ url: 'https://node.example', kind: 'rest' }],
    fetch: fetch as NonNullable<CosmosOptions['fetch']>,
    ...options,
  });
}

/** Codes, fields and numbers of an answer. */
export interface Told {
  readonly data: Record<string, unknown>;
  readonly encoded: number;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function toldBy({ transaction: { data, encoded }, status }: Pick<EncodeResult, 'transaction' | 'status'>): Told {
  const { errors = [], warnings = [] } = status as unknown as { errors?: Problem[]; warnings?: Problem[] };
  return { data, encoded: encoded.length, errors, warnings };
}
