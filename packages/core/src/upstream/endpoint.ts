import { defaultKindOf, type KindDefaults } from './default-kind.ts';
import { keysOf } from './endpoint-keys.ts';

/** One endpoint of a chain. */
export interface Endpoint<Kind extends string = string> {
  /** http or https. Credentials in front of the host are sent as Basic authentication. */
  readonly url: string;
  /** Shown in logs, metrics and traces instead of the URL, which may hold a key. Unique; `endpoint-1`, `endpoint-2`… by default. Public endpoints that come with a family are named after their hosts. */
  readonly name?: string | undefined;
  /** Calls in one JSON-RPC batch; 1 means that it takes no batches. */
  readonly maxBatch?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** One HTTP request, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The interface that it has, if a family uses several. Requests for a kind go only to endpoints of this kind. */
  readonly kind?: Kind | undefined;
}

/** An endpoint with defaults for its name and kind. */
export interface NamedEndpoint extends Endpoint {
  readonly name: string;
}

/** An endpoint as a family sees it: without its URL. */
export interface EndpointInfo {
  readonly name: string;
  readonly kind: string | undefined;
}

/** Internal form. */
export interface Target extends EndpointInfo {
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that no answer may repeat. */
  readonly keys: readonly string[];
  readonly maxBatch: number;
  readonly timeoutMs: number;
}

/** Adds default names and kinds. A string is a URL. */
export function nameEndpoints(
  endpoints: readonly (string | Endpoint)[],
  defaultKind?: string,
): readonly NamedEndpoint[] {
  return endpoints.map((entry, index) => {
    const endpoint = typeof entry === 'string' ? { url: entry } : entry;
    return { ...endpoint, name: endpoint.name ?? `endpoint-${index + 1}`, kind: endpoint.kind ?? defaultKind };
  });
}

/**
 * Names public endpoints after their hosts: such a URL holds no secret, and `endpoint-1` tells an operator nothing. Endpoints of one host are told apart by
 * their kinds, or numbered.
 */
export function namePublicEndpoints(
  endpoints: readonly (string | Endpoint)[],
  defaultKind?: string,
): readonly NamedEndpoint[] {
  const taken = new Set<string>();
  return nameEndpoints(endpoints, defaultKind).map((endpoint, index) => {
    const { host } = new URL(endpoint.url);
    const candidates = [host, ...(endpoint.kind === undefined ? [] : [`${host} ${endpoint.kind}`])];
    const name = candidates.find((each) => !taken.has(each)) ?? `${host} ${index + 1}`;
    taken.add(name);
    return { ...endpoint, name };
  });
}

/**
 * Checks and completes endpoints.
 *
 * @throws TypeError if a URL is not usable, or no request could carry a header. The message repeats neither.
 */
export function resolveEndpoints(
  endpoints: readonly (string | Endpoint)[],
  defaults: { readonly maxBatch: number; readonly timeoutMs: number },
  kinds: Readonly<Record<string, KindDefaults>> = {},
): Target[] {
  const defaultKind = defaultKindOf(kinds);
  const targets = nameEndpoints(endpoints, defaultKind).map((endpoint) => {
    const { name } = endpoint;
    const base = parseUrl(endpoint.url, name);
    const { username, password } = base;
    const headers = { ...takeCredentials(base, name), ...checkHeaders(endpoint.headers, name) };
    const ofKind = endpoint.kind === undefined ? undefined : kinds[endpoint.kind]?.maxBatch;
    return {
      name,
      kind: endpoint.kind,
      headers,
      keys: keysOf(base, headers, [username, password]),
      base,
      maxBatch: Math.max(1, Math.trunc(endpoint.maxBatch ?? ofKind ?? defaults.maxBatch)),
      timeoutMs: endpoint.timeoutMs ?? defaults.timeoutMs,
    };
  });
  const names = new Set(targets.map(({ name }) => name));
  if (names.size < targets.length) throw new TypeError('Two endpoints of one chain have the same name.');
  return targets;
}

function parseUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new TypeError(`The URL of ${name} is not an http(s) URL.`);
  url.hash = '';
  return url;
}

/** Moves credentials from the URL to a header: `fetch` refuses URLs with credentials. */
function takeCredentials(url: URL, name: string): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const utf8 = new TextEncoder().encode(`${decode(url.username, name)}:${decode(url.password, name)}`);
  url.username = '';
  url.password = '';
  return { authorization: `Basic ${btoa(String.fromCharCode(...utf8))}` };
}

function decode(credential: string, name: string): string {
  try {
    return decodeURIComponent(credential);
  } catch {
    throw new TypeError(`The credentials in the URL of ${name} hold a % that is no escape; write it as %25.`);
  }
}

/** RFC 9110 section 5.6.2: token. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110 section 5.5: no control characters except tabs. `fetch` accepts bytes beyond ASCII. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers about the connection or about how a body is sent (RFC 9110 section 7.6.1, RFC 9112 section 6). `fetch` sets them itself. */
const ownHeaders = /^(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

function checkHeaders(headers: Endpoint['headers'], name: string): Endpoint['headers'] {
  for (const [header, value] of Object.entries(headers ?? {})) {
    if (headerName.test(header) && headerValue.test(value) && !ownHeaders.test(header)) continue;
    throw new TypeError(`A header of ${name} has a name or a value that cannot be sent.`);
  }
  return headers;
}

/** Query values of a request. `undefined` is left out. An array repeats the name. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
type QueryValue = string | number | bigint | boolean | undefined;

/**
 * The URL of a path below an endpoint. Keeps the path and the query of the endpoint itself: many providers put the key there.
 *
 * @throws TypeError if the path has a dot segment, a query or a fragment: it could leave the endpoint.
 */
export function urlOf(base: URL, path: string, query: Query = {}): URL {
  const url = new URL(base);
  if (path !== '') {
    if (!path.startsWith('/') || /[?#\\]|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
      throw new TypeError(`Not a path: ${path}`);
    url.pathname = url.pathname.replace(/\/$/, '') + path;
  }
  for (const [name, values] of Object.entries(query)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined) url.searchParams.append(name, String(value));
    }
  }
  return url;
}
