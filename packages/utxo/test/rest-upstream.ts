import { openKinds } from '@isochain/core';
import { createUpstream, type Operation, stringifyJson, type Upstream } from '@isochain/core/upstream';
import type { UtxoChainId } from '../src/chains.ts';
import { contextOf, type UtxoContext } from '../src/context.ts';
import type { UtxoOptions } from '../src/options.ts';
import type { BackendKind } from '../src/upstream/kind-names.ts';
import { upstreamKinds } from '../src/upstream/kinds.ts';

/** An answer with a status of its own. */
export class Status {
  readonly code: number;
  readonly body: unknown;

  constructor(code: number, body: unknown = '') {
    this.code = code;
    this.body = body;
  }
}

/**
 * What an endpoint answers to a path: a string as text, anything else as JSON; `dead` breaks the connection, `silent` never answers. A function
 * makes the answer from the body.
 */
export type RestScript = Readonly<Record<string, unknown>>;

export interface RestWorld {
  readonly context: UtxoContext;
  readonly upstream: Upstream;
  readonly operation: Operation;
  readonly sent: readonly {
    /** Name of the endpoint. */
    readonly to: string;
    /** Method and path with query, as in a script: GET is left out. */
    readonly path: string;
    readonly body: string | undefined;
  }[];
  /** How many requests were under way at once, at most. */
  mostAtOnce(): number;
  /** Paths that were asked for, without guards, in order. */
  paths(to?: string): string[];
}

/** The names of endpoints that are not Esplora begin with their kind. */
function kindOf(name: string): BackendKind {
  return name.startsWith('blockbook') ? 'blockbook' : name.startsWith('core') ? 'core' : 'esplora';
}

const guards = /^\/(block-height|api\/v2\/block-index)\/\d+$/;

/**
 * Endpoints that answer by script, asked in this order. A path without a script breaks the connection. Unless the script says otherwise, the
 * checkpoint is the chain's own. The age of the latest block is not checked, unless the options say so.
 */
export function restWorld(
  chainId: UtxoChainId,
  scripts: Readonly<Record<string, RestScript>>,
  options: Omit<UtxoOptions, 'endpoints'> = {},
): RestWorld {
  const sent: RestWorld['sent'][number][] = [];
  let underWay = 0;
  let most = 0;
  const endpoints = Object.keys(scripts).map((name) => ({ url: `https://${name}.example`, name, kind: kindOf(name) }));
  const context = contextOf(chainId, { oldestBlockMs: 0, ...options, endpoints });
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { hostname, pathname, search } = new URL(String(url));
    const to = hostname.replace('.example', '');
    const path = `${init?.method === 'POST' ? 'POST ' : ''}${pathname}${search}`;
    sent.push({ to, path, body: init?.body === undefined ? undefined : String(init.body) });
    const { height, hash } = context.checkpoint ?? {};
    const script: RestScript = { [`/block-height/${height}`]: hash, ...scripts[to] };
    const found = script[path];
    const answer = typeof found === 'function' ? found(String(init?.body)) : found;
    underWay += 1;
    most = Math.max(most, underWay);
    // All that is sent side by side is sent before the first answer comes.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (answer === 'silent') return new Promise(() => {});
    underWay -= 1;
    if (answer === undefined || answer === 'dead') throw new TypeError(`nothing at ${path}`);
    const { code, body } = answer instanceof Status ? answer : new Status(200, answer);
    return new Response(typeof body === 'string' ? body : stringifyJson(body), { status: code });
  };
  const upstream = createUpstream({
    chainId,
    endpoints,
    kinds: openKinds(upstreamKinds, context),
    fetch,
    now: options.now,
    timeoutMs: options.timeoutMs,
    // No waiting between attempts.
    random: () => 0,
  });
  return {
    context,
    upstream,
    operation: upstream.operation(),
    sent,
    mostAtOnce: () => most,
    paths: (to) =>
      sent.filter((one) => to === undefined || one.to === to).flatMap(({ path }) => (guards.test(path) ? [] : [path])),
  };
}
