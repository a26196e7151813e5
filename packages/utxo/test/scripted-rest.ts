import { openKinds } from '@isochain/core';
import { createUpstream, type Endpoint, type Operation } from '@isochain/core/upstream';
import type { UtxoChainId } from '../src/chains.ts';
import { contextOf, type UtxoContext } from '../src/context.ts';
import type { UtxoKind } from '../src/upstream/kind-names.ts';
import { upstreamKinds } from '../src/upstream/kinds.ts';

/** What an endpoint answers, by path with query: a value is sent as JSON, a function is called for it. */
export type Routes = Readonly<Record<string, unknown>>;

export interface ScriptedRest {
  readonly context: UtxoContext;
  operation(): Operation;
  /** All requests, as `name /path?query`, in order. */
  readonly requests: string[];
}

/** A failure: HTTP 503. */
export const down = () => new Response('down', { status: 503 });

/** An answer with another status than 200. */
export function refusal(status: number, body: unknown): () => Response {
  return () => new Response(JSON.stringify(body), { status });
}

/**
 * REST interfaces that answer by script. A path without a script is answered with HTTP 501, so that the test fails.
 *
 * @param endpoints - By name; each has a kind and its routes.
 * @param now - Milliseconds since 1970.
 */
export function scriptedRest(
  chainId: UtxoChainId,
  endpoints: Readonly<Record<string, { readonly kind: UtxoKind; readonly routes: Routes }>>,
  now = 1_700_000_000_000,
): ScriptedRest {
  const requests: string[] = [];
  const configured: Endpoint<UtxoKind>[] = Object.entries(endpoints).map(([name, { kind }]) => ({
    url: `https://${name}.example`,
    name,
    kind,
  }));
  const context = contextOf(chainId, { endpoints: configured, now: () => now, oldestBlockMs: 0 });
  const upstream = createUpstream({
    chainId,
    kinds: openKinds(upstreamKinds, context),
    endpoints: configured,
    // As the family opens a chain.
    maxConcurrent: 12,
    // No waiting between attempts.
    random: () => 0,
    async fetch(url) {
      const { hostname, pathname, search } = new URL(String(url));
      const name = hostname.replace('.example', '');
      const path = `${pathname}${decodeURIComponent(search)}`;
      requests.push(`${name} ${path}`);
      const routes = endpoints[name]?.routes ?? {};
      const route = routes[path];
      if (route === undefined) return new Response(`no script for ${path}`, { status: 501 });
      const answer: unknown = typeof route === 'function' ? route() : route;
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  return {
    context,
    operation: () => upstream.operation(),
    requests,
  };
}
