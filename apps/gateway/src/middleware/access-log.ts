import { IsochainError } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Env } from '../context.ts';
import { hidePrivateKeys } from '../hide-keys.ts';
import type { ApiKey } from '../keys/api-keys.ts';
import { faultOf, logFault } from '../render-error.ts';
import { shownMethod } from '../shown-method.ts';

/** Asked every few seconds by machines: as long as all is well, nobody wants to read of it. */
const probes: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/**
 * One line for each request, and its share of the metrics: what was asked, by whom, how it ended and what it cost upstream. Never a query, a
 * body, a signature or a key. Before it a line on what went wrong, if that is not the client's business.
 */
export const accessLog = createMiddleware<Env>(async function accessLog(c, next) {
  const { log, metrics } = c.get('dependencies');
  const since = Date.now();
  await next();
  // One by one: `var` is made anew each time.
  const [traces, requestId, chain] = [c.get('traces'), c.get('requestId'), c.get('chainId')];
  const key = c.get('key') as ApiKey | undefined;
  const route = routePath(c, -1);
  const ms = Date.now() - since;
  const code = c.error instanceof IsochainError ? c.error.code : c.get('refusal');
  if (c.error !== undefined) logFault(log, c.error, faultOf(c.error, requestId), requestId);
  const method = shownMethod(c.req.method);
  metrics?.answered({
    ...{ method, route, chain, status: c.res.status, ms, key: key?.name },
    failovers: sum(traces, failoversIn),
  });
  const failed = traces.flatMap(({ attempts }) => attempts.filter(({ outcome }) => outcome !== 'ok'));
  const isProbe = probes.has(route) && c.res.status < 400;
  log(isProbe ? 'debug' : 'info', 'request', {
    requestId,
    method,
    route,
    // A path that is sent elsewhere has not been looked at either.
    path: hidePrivateKeys(c.req.path, c.res.status === 308 ? 'route.notFound' : code),
    ...(chain === undefined ? {} : { chain }),
    status: c.res.status,
    ...(code === undefined ? {} : { code }),
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

/** Failed attempts after which another endpoint answered the same. */
function failoversIn({ attempts }: Trace): number {
  return attempts.filter(
    ({ outcome, endpoint, request }, index) =>
      outcome !== 'ok' &&
      // Nothing failed: another one was faster.
      outcome !== 'cancelled' &&
      attempts.some(
        (other, at) => at > index && other.outcome === 'ok' && other.request === request && other.endpoint !== endpoint,
      ),
  ).length;
}

function sum(traces: readonly Trace[], count: (trace: Trace) => number): number {
  return traces.reduce((total, trace) => total + count(trace), 0);
}
