import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';

/** Gives an answer an `ETag`, and no body to a client that has it already. */
export const revalidated: MiddlewareHandler = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, 'RateLimit', 'RateLimit-Policy'],
});

const compressing = compress();

/** Compresses large answers for clients that accept it, unless the platform compresses them. */
export const compressed = createMiddleware<Env>(function compressed(c, next) {
  return c.get('dependencies').compresses === true ? compressing(c, next) : next();
});
