import { refuse } from '@isochain/core';
import { createMiddleware } from 'hono/factory';
import { usualRate } from '../config/settings.ts';
import type { Env } from '../context.ts';
import { take } from '../shared/rate-limiter.ts';

/**
 * Lets a key make so many requests in some time, over all gateways that share a store. Says in every answer how many are left, as
 * draft-ietf-httpapi-ratelimit-headers has it.
 */
export const rateLimit = createMiddleware<Env>(async function rateLimit(c, next) {
  const { settings, store, limiter, metrics } = c.var.dependencies;
  const { name, rate = usualRate(settings) } = c.var.key;
  if (rate === null) return next();
  if (limiter !== undefined) {
    const isWithin = await limiter(name);
    // The platform tells neither how many are left nor when there will be more.
    if (isWithin === false) throw refuse('rate.limited', { seconds: rate.seconds });
    if (isWithin === true) return next();
  }
  const { isAllowed, limit, remaining, resetSeconds } = await take(store.counters, name, rate, Date.now());
  c.header('RateLimit-Policy', `"key";q=${limit};w=${rate.seconds}`);
  c.header('RateLimit', `"key";r=${remaining};t=${resetSeconds}`);
  if (!isAllowed) {
    metrics?.limited(name);
    throw refuse('rate.limited', { seconds: resetSeconds });
  }
  return next();
});
