import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';
import type { ApiKeys } from '../keys/api-keys.ts';

/** Lets pass who has a key. It comes before anything of the request is read and before anything is asked upstream. */
export function apiKey(keys: ApiKeys): MiddlewareHandler<Env> {
  return createMiddleware<Env>(function apiKey(c, next) {
    c.set('key', keys.find(c.req.header('authorization'), Date.now()));
    return next();
  });
}
