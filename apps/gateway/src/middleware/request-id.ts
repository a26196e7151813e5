import { findSecret } from '@isochain/core';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that a client gave, if it is sane, and no private key by the look of it; else a new one. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) && findSecret(given) === undefined ? given : crypto.randomUUID();
}

/** Gives each request an id, the client's own if it is sane, and says it in the answer. */
export const requestId = createMiddleware<Env>(async function requestId(c, next) {
  const id = requestIdOf(c.req.header('x-request-id'));
  c.set('requestId', id);
  c.header('X-Request-Id', id);
  await next();
});
