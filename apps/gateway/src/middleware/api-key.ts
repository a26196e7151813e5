import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';
import type { ApiKeys } from '../keys/api-keys.ts';

/** Refuses requests without a valid key. It runs before the request is read and before any upstream is asked. */
export function apiKey(keys: ApiKeys): MiddlewareHandler<Env> {
  return createMiddleware<Env>(function apiKey(c, next) {
    c.set('key', keys.find(c.req.header('authorization'), Date.now()));
    return next();
  });
}
