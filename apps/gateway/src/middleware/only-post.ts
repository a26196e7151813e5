import { refuse } from '@isochain/core';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';

/** For the steps of a transaction: they stand where the id of one would, which other methods look for. */
export const onlyPost = createMiddleware<Env>(function onlyPost(c, next) {
  if (c.req.method !== 'POST') throw refuse('route.methodNotAllowed', { allowed: 'POST' });
  return next();
});
