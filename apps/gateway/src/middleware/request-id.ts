import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request an id, the client's own if it is sane, and says it in the answer. */
export const requestId = createMiddleware<Env>(async function requestId(c, next) {
  const given = c.req.header('x-request-id') ?? '';
  const id = sane.test(given) ? given : crypto.randomUUID();
  c.set('requestId', id);
  c.header('X-Request-Id', id);
  await next();
});
