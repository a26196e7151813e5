import { refuse } from '@isochain/core';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { usualRate } from '../config/settings.ts';
import type { Env } from '../context.ts';
import { take } from '../shared/rate-limiter.ts';

/**
 * Limits the requests of a key, over all gateways that share a store. Every answer says how many are left, as in
 * draft-ietf-httpapi-ratelimit-headers.
 */
export const rateLimit = createMiddleware<Env>(async function rateLimit(c, next) {
  await count(c, 1);
  return next();
});

/**
 * Counts each account of a list as a request. The first was counted when the request came. If too few requests are left, the whole list is refused, and
 * none of it counts.
 *
 * @throws RefusedError `rate.limited`; `request.invalid` if the list is longer than the limit of the key.
 */
export async function countAccounts(c: Context<Env>, accounts: number): Promise<void> {
  const [verdict, key, dependencies] = [c.get('verdict'), c.get('key'), c.get('dependencies')];
  const more = accounts - 1;
  if (more === 0) return;
  if (verdict !== undefined && more > verdict.remaining) {
    if (accounts > verdict.limit) {
      const expected = `must not be more than ${verdict.limit}: each counts as a request, and the key may make no more in the time of its limit`;
      throw refuse('request.invalid', { field: 'accounts', expected }, 'accounts');
    }
    dependencies.metrics?.limited(key.name);
    await verdict.takeBack();
    throw refuse('rate.limited', { seconds: verdict.secondsUntil(accounts) });
  }
  await count(c, more);
}

/** @throws RefusedError `rate.limited` */
async function count(c: Context<Env>, requests: number): Promise<void> {
  const { settings, store, limiter, metrics } = c.get('dependencies');
  const { name, rate = usualRate(settings) } = c.get('key');
  if (rate === null) return;
  if (limiter !== undefined) {
    // The platform counts one at a time.
    const isWithin = await Promise.all(Array.from({ length: requests }, () => limiter(name)));
    // The platform tells neither how many are left nor when there will be more.
    if (isWithin.includes(false)) throw refuse('rate.limited', { seconds: rate.seconds });
    if (isWithin.includes(true)) return;
  }
  const verdict = await take(store.counters, name, rate, Date.now(), requests);
  const { isAllowed, limit, remaining, resetSeconds } = verdict;
  c.header('RateLimit-Policy', `"key";q=${limit};w=${rate.seconds}`);
  c.header('RateLimit', `"key";r=${remaining};t=${resetSeconds}`);
  if (!isAllowed) {
    metrics?.limited(name);
    throw refuse('rate.limited', { seconds: verdict.secondsUntil(requests) });
  }
  c.set('verdict', verdict);
}
