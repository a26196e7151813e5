import type { z } from '@hono/zod-openapi';
import type { RequestBodyName, ResponseHeader } from './components.ts';
import { errorBody } from './schemas.ts';

const reference = (name: ResponseHeader) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const headers = reference('X-Request-Id');
/** Headers of every answer to a key that has a limit. */
const ofKeys = { ...reference('RateLimit-Policy'), ...reference('RateLimit') };
const retryAfter = reference('Retry-After');

function failure(description: string) {
  return { description, headers, content: { 'application/json': { schema: errorBody } } };
}

const failures = {
  400: failure('The request is malformed, or asks for something that the chain does not have.'),
  401: {
    ...failure('No key, or a wrong one.'),
    headers: { ...headers, 'WWW-Authenticate': { schema: { type: 'string' as const } } },
  },
  403: failure('The key may not be used for this.'),
  404: failure('The chain is not accepted on this path, or what was asked for does not exist.'),
  408: failure('The body did not arrive in time.'),
  409: failure('The node refused: nonce or block reference used or expired. Encode again.'),
  410: failure('The chain has stopped: it makes no blocks any more. The message says what became of its coin.'),
  413: failure('The body is too large.'),
  415: failure('The body is not declared as JSON.'),
  429: { ...failure('The key made too many requests.'), headers: { ...headers, ...retryAfter } },
  500: failure('A defect of the service. The request id helps to find it.'),
  /** Only where this gateway was built without some family: see `withoutUnbuilt`. */
  501: failure('The chain belongs to a family that this gateway was built without.'),
  502: {
    ...failure('No upstream of the chain gave a usable answer. A retry may help.'),
    headers: { ...headers, ...retryAfter },
  },
  503: { ...failure('The service is shutting down.'), headers: { ...headers, ...retryAfter } },
  504: {
    ...failure('No upstream of the chain answered in time. A retry may help.'),
    headers: { ...headers, ...retryAfter },
  },
};

/** The answer if nothing changed since the client's copy. */
export const notModified = {
  304: { description: 'The copy that `If-None-Match` names is still right.', headers: { ...headers, ...ofKeys } },
};

export type FailureStatus = keyof typeof failures;

/** What kinds of routes can answer, besides a success. */
export const failing = {
  /** Any route that needs a key. */
  keyed: [401, 429, 500],
  /** Looks up a chain, and asks no upstream. */
  chain: [400, 401, 403, 404, 410, 429, 500, 501],
  /** Asks upstream. */
  upstream: [400, 401, 403, 404, 410, 429, 500, 501, 502, 504],
  /** Takes a body. */
  body: [408, 413, 415],
} as const satisfies Record<string, readonly FailureStatus[]>;

type Success<Schema extends z.ZodType> = {
  200: { description: string; content: { 'application/json': { schema: Schema } } };
};

/**
 * The answers of a route: one success, and the failures that it can end in.
 *
 * @param example - An answer of success.
 */
export function answers<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  statuses: readonly FailureStatus[],
  example?: unknown,
): Success<Schema> {
  const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  const isKeyed = statuses.includes(401);
  const success = { 200: { description, headers: { ...headers, ...(isKeyed ? ofKeys : {}) }, content } };
  const failed = statuses.map((status) => {
    const answer = failures[status];
    // Without a valid key there is no limit.
    const isCounted = isKeyed && status !== 401;
    return [status, isCounted ? { ...answer, headers: { ...answer.headers, ...ofKeys } } : answer];
  });
  return { ...success, ...Object.fromEntries(failed) };
}

/** A JSON body that the document describes and the route reads itself, by the name of its component. */
export function body(name: RequestBodyName, example: unknown) {
  return bodyWith(name, { example });
}

/** The same with several examples: the first goes with the example of the answer. */
export function bodyOfMany(
  name: RequestBodyName,
  examples: Readonly<Record<string, { summary: string; value: unknown }>>,
) {
  return bodyWith(name, { examples });
}

function bodyWith<Shown extends object>(name: RequestBodyName, shown: Shown) {
  return {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, ...shown } },
  };
}

/** For every route that needs a key. */
export const security = [{ key: [] }, { bearer: [] }];

/** For every route that needs no key. Stated, so that a reader knows that it was not forgotten. */
export const open: [] = [];
