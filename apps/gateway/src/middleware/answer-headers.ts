import type { Handler } from 'hono';
import type { Settings } from '../config/settings.ts';

/**
 * Security headers of every answer: the defaults of Hono's `secureHeaders`, which would compute them for each request. A test compares them.
 */
const security: readonly (readonly [string, string])[] = [
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'DENY'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
];

/** For answers that are data: a browser that opens one has nothing to load or run. A page sets its own policy. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What a page of another origin may read of an answer. */
const exposed = ['ETag', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'].join(',');

/** Adds the headers of every answer. It does so once, at the end: each copy of an answer costs more than all its headers. */
export type AddHeaders = (headers: Headers, requestId: string, origin: string | undefined) => void;

/** @param origins - Origins of pages that may call the service; `*` stands for all. */
export function answerHeaders({ origins }: Settings['cors']): AddHeaders {
  const isOpenToAll = origins.includes('*');
  return (headers, requestId, origin) => {
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of security) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', nothing);
    headers.set('Access-Control-Expose-Headers', exposed);
    if (isOpenToAll) return headers.set('Access-Control-Allow-Origin', '*');
    headers.append('Vary', 'Origin');
    if (origin !== undefined && origins.includes(origin)) headers.set('Access-Control-Allow-Origin', origin);
  };
}

/** Tells a browser what pages of other origins may send. It needs no key. */
export const preflight: Handler = (c) =>
  c.body(null, 204, {
    'Access-Control-Allow-Methods': 'GET,HEAD,POST,OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization,Content-Type,If-None-Match,X-Request-Id',
    'Access-Control-Max-Age': '7200',
    Vary: 'Access-Control-Request-Headers',
  });
