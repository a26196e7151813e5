import type { Endpoint } from '@isochain/core/upstream';

/** One HTTP request on its way to an engine. */
export interface WireCall {
  /** Name of the line that it goes over. */
  readonly line: string;
  /** Kind of the endpoint; `node` if it has none. */
  readonly kind: string;
  readonly method: string;
  /** Path and query below the endpoint's URL. */
  readonly path: string;
  /** Undefined if there is none, or if it is not text. */
  readonly body: string | undefined;
  /** What to do with a redirect: `follow` by default. */
  readonly redirect: RequestRedirect;
}

/**
 * Stands between a family and an engine: passes a request on, answers it, or does something worse.
 *
 * @param forward - Passes it on, with another body if one is given.
 */
export type Interceptor = (call: WireCall, forward: (body?: string) => Promise<Response>) => Promise<Response>;

/** A way to the engine under names that only tests know, so that leaks of a URL are found and endpoints can be told apart. */
export interface Line {
  readonly name: string;
  /** For `connect`. Named after the line; where the engine has several endpoints, with a number. */
  readonly endpoints: readonly Endpoint[];
}

export interface LineOptions {
  /** Calls in one JSON-RPC batch. */
  readonly maxBatch?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly intercept?: Interceptor | undefined;
}

/** All lines to one engine, and the `fetch` that they share. */
export interface Wire {
  readonly fetch: typeof fetch;
  /** Requests so far, whichever the line. */
  readonly calls: readonly WireCall[];
  line(name: string, options?: LineOptions): Line;
  /** Words that no message to a client may contain: hosts and keys of the lines, and of the engine itself. */
  readonly secrets: readonly string[];
}

interface Route {
  readonly line: string;
  readonly alias: string;
  readonly kind: string;
  readonly real: URL;
  readonly intercept: Interceptor;
}

/** The target of the redirect fault. It must never get a request. */
export const elsewhere = 'https://elsewhere.invalid/';

/** A key as providers put it into URLs. */
const key = 'key-5ec7e7';

const passOn: Interceptor = (_call, forward) => forward();

/**
 * Opens lines to an engine.
 *
 * @param real - The engine's endpoints.
 * @param transport - Carries requests to them.
 */
export function createWire(real: readonly Endpoint[], transport: typeof fetch): Wire {
  // By host: a run opens thousands of lines.
  const routes = new Map<string, Route>();
  const calls: WireCall[] = [];

  const fetchOverLines: typeof fetch = async (input, init = {}) => {
    const url = String(input);
    const route = routes.get(new URL(url).host);
    if (route === undefined || !['', '/', '?'].includes(url.slice(route.alias.length).charAt(0)))
      throw new Error(`A request to an address that is no endpoint: ${url}`);
    const path = url.slice(route.alias.length);
    const { method = 'GET', body, redirect = 'follow' } = init;
    const { line, kind } = route;
    const call = { line, kind, method, path, body: typeof body === 'string' ? body : undefined, redirect };
    calls.push(call);
    return route.intercept(call, (other) =>
      transport(realUrl(route.real, path), other === undefined ? init : { ...init, body: other }),
    );
  };

  return {
    fetch: fetchOverLines,
    calls,
    secrets: [key, '.invalid', ...real.map(({ url }) => new URL(url).host)],
    line(name, { maxBatch, timeoutMs, intercept = passOn } = {}) {
      const endpoints = real.map((endpoint, index) => {
        const host = `${name}-${routes.size}.invalid`;
        const alias = `https://${host}/${key}`;
        routes.set(host, { line: name, alias, kind: endpoint.kind ?? 'node', real: new URL(endpoint.url), intercept });
        return {
          ...endpoint,
          ...(maxBatch === undefined ? {} : { maxBatch }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          url: alias,
          name: real.length === 1 ? name : `${name}-${index + 1}`,
        };
      });
      return { name, endpoints };
    },
  };
}

function realUrl(base: URL, path: string): string {
  const [pathname = '', query] = path.split('?');
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/$/, '') + pathname;
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  return url.href;
}
