import { IsochainError, type Trace } from '@isochain/core';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Env } from '../context.ts';
import { hidePrivateKeys } from '../hide-keys.ts';

/**
 * One line for each request, and its share of the metrics: what was asked, by whom, how it ended and what it cost upstream. Never a query, a
 * body, a signature or a key.
 */
export const accessLog = createMiddleware<Env>(async function accessLog(c, next) {
  const { log, metrics } = c.var.dependencies;
  const since = Date.now();
  await next();
  const { traces, requestId, key } = c.var as Partial<Env['Variables']> & Pick<Env['Variables'], 'traces'>;
  const route = routePath(c, -1);
  const ms = Date.now() - since;
  const chain = (c.var as { readonly chain?: { readonly id: string } }).chain?.id;
  metrics?.answered({
    ...{ method: c.req.method, route, chain, status: c.res.status, ms, key: key?.name },
    failovers: sum(traces, failoversIn),
  });
  const failed = traces.flatMap(({ attempts }) => attempts.filter(({ outcome }) => outcome !== 'ok'));
  log('info', 'request', {
    requestId,
    method: c.req.method,
    route,
    path: hidePrivateKeys(c.req.path),
    ...(chain === undefined ? {} : { chain }),
    status: c.res.status,
    ...(c.error instanceof IsochainError ? { code: c.error.code } : {}),
    ms,
    ...(key === undefined ? {} : { key: key.name }),
    ...(traces.length === 0
      ? {}
      : {
          roundTrips: Math.max(...traces.map(({ roundTrips }) => roundTrips)),
          upstreamRequests: sum(traces, ({ requests }) => requests),
        }),
    ...(failed.length === 0 ? {} : { failed }),
  });
});

/** Failed attempts after which another one was made. */
function failoversIn({ attempts }: Trace): number {
  return attempts.filter(({ outcome }, index) => outcome !== 'ok' && index < attempts.length - 1).length;
}

function sum(traces: readonly Trace[], count: (trace: Trace) => number): number {
  return traces.reduce((total, trace) => total + count(trace), 0);
}
