import { IsochainError } from '@isochain/core';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';
import { hidePrivateKeys } from '../hide-keys.ts';

/** One line for each request: what was asked, by whom, how it ended and what it cost upstream. Never a query, a body or a key. */
export const accessLog = createMiddleware<Env>(async function accessLog(c, next) {
  const { log } = c.var.dependencies;
  const since = Date.now();
  await next();
  const { traces, requestId, keyName } = c.var;
  const failed = traces.flatMap(({ attempts }) => attempts.filter(({ outcome }) => outcome !== 'ok'));
  log('info', 'request', {
    requestId,
    method: c.req.method,
    path: hidePrivateKeys(c.req.path),
    status: c.res.status,
    ...(c.error instanceof IsochainError ? { code: c.error.code } : {}),
    ms: Date.now() - since,
    ...(keyName === undefined ? {} : { key: keyName }),
    ...(traces.length === 0 ? {} : { roundTrips: Math.max(...traces.map(({ roundTrips }) => roundTrips)) }),
    ...(failed.length === 0 ? {} : { failed }),
  });
});
