import type { z } from '@hono/zod-openapi';
import type { RequestBodyName } from './components.ts';
import { errorBody } from './schemas.ts';

const headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

function failure(description: string) {
  return { description, headers, content: { 'application/json': { schema: errorBody } } };
}

const failures = {
  400: failure('The request does not have the shape that it should have, or asks for what the chain does not have.'),
  401: {
    ...failure('No key, or a wrong one.'),
    headers: { ...headers, 'WWW-Authenticate': { schema: { type: 'string' as const } } },
  },
  403: failure('The key may not be used for this.'),
  404: failure('The chain is not accepted on this path, or what was asked for does not exist.'),
  408: failure('The body did not arrive in time.'),
  409: failure('The node refused: nonce or block reference used or expired. Encode again.'),
  413: failure('The body is too large.'),
  415: failure('The body is not declared as JSON.'),
  429: {
    ...failure('The key made too many requests.'),
    headers: { ...headers, 'Retry-After': { schema: { type: 'integer' as const }, description: 'Seconds to wait.' } },
  },
  500: failure('A defect of the service. The request id helps to find it.'),
  501: failure('The chain belongs to a family that this version does not serve yet.'),
  502: failure('No upstream of the chain gave a usable answer.'),
  504: failure('No upstream of the chain answered in time.'),
};

export type FailureStatus = keyof typeof failures;

/** What kinds of routes can answer, besides a success. */
export const failing = {
  /** Any route that needs a key. */
  keyed: [401, 429, 500],
  /** Looks up a chain, and asks nobody. */
  chain: [400, 401, 403, 404, 429, 500, 501],
  /** Asks upstream. */
  upstream: [400, 401, 403, 404, 429, 500, 501, 502, 504],
  /** Takes a body. */
  body: [408, 413, 415],
} as const satisfies Record<string, readonly FailureStatus[]>;

type Success<Schema extends z.ZodType> = {
  200: { description: string; content: { 'application/json': { schema: Schema } } };
};

/**
 * The answers of a route: one success, and the failures that it can end in.
 *
 * @param example - Of a success.
 */
export function answers<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  statuses: readonly FailureStatus[],
  example?: unknown,
): Success<Schema> {
  const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  const success = { 200: { description, headers, content } };
  return { ...success, ...Object.fromEntries(statuses.map((status) => [status, failures[status]])) };
}

/** A JSON body that the document describes and the route reads itself, by the name of its component. */
export function body(name: RequestBodyName, example: unknown) {
  return {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } },
  };
}

/** Of every route that needs a key. */
export const security = [{ key: [] }, { bearer: [] }];
