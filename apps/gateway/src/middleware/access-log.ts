import { IsochainError } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Env } from '../context.ts';
import { hidePrivateKeys } from '../hide-keys.ts';
import type { ApiKey } from '../keys/api-keys.ts';
import { faultOf, logFault } from '../render-error.ts';
import { shownMethod } from '../shown-method.ts';

/** Probes ask these every few seconds: successful answers are logged at level debug. */
const probes: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Nobody reads more in a line. The metrics count all. */
const mostCodes = 20;

/**
 * Logs one line for each request and counts it in the metrics: what was asked, by whom, how it ended and what it cost upstream. Never logs a query, a
 * body, a signature or a key. If the client must not see what went wrong, another line before it says so.
 */
export const accessLog = createMiddleware<Env>(async function accessLog(c, next) {
  const { log, metrics } = c.get('dependencies');
  const since = Date.now();
  await next();
  // Read one by one: each access of `var` copies all variables.
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
  const { mode, problems } = c.get('told');
  for (const problem of problems) metrics?.told({ ...problem, mode });
  const codes = [...new Set(problems.map(({ code: each }) => each))];
  const failed = traces.flatMap(({ attempts }) => attempts.filter(({ outcome }) => outcome !== 'ok'));
  const isProbe = probes.has(route) && c.res.status < 400;
  log(isProbe ? 'debug' : 'info', 'request', {
    requestId,
    method,
    route,
    // The ids of a redirected path were not checked either.
    path: hidePrivateKeys(c.req.path, c.res.status === 308 ? 'route.notFound' : code),
    ...(chain === undefined ? {} : { chain }),
    status: c.res.status,
    ...(code === undefined ? {} : { code }),
    ...(codes.length === 0 ? {} : { codes: codes.slice(0, mostCodes) }),
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

/** Failed attempts after which another endpoint answered the same request. */
function failoversIn({ attempts }: Trace): number {
  return attempts.filter(
    ({ outcome, endpoint, request }, index) =>
      outcome !== 'ok' &&
      // Nothing failed: another endpoint was faster.
      outcome !== 'cancelled' &&
      attempts.some(
        (other, at) => at > index && other.outcome === 'ok' && other.request === request && other.endpoint !== endpoint,
      ),
  ).length;
}

function sum(traces: readonly Trace[], count: (trace: Trace) => number): number {
  return traces.reduce((total, trace) => total + count(trace), 0);
}
