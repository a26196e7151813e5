import { type AttemptEvent, findSecret } from '@isochain/core';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Env } from '../context.ts';
import { shownMethod } from '../shown-method.ts';

// Only OpenTelemetry's API, which does nothing until an entry point registers an exporter.

const name = 'isochain';

/** A span for each request, in the trace of the client if it names one (W3C Trace Context). */
export const requestSpan = createMiddleware<Env>(async function requestSpan(c, next) {
  const parent = propagation.extract(context.active(), c.req.raw.headers, {
    get(headers, key) {
      const value = headers.get(key);
      // What is in the state of a trace is sent along with it.
      return value === null || findSecret(value) !== undefined ? undefined : value;
    },
    keys: (headers) => [...headers.keys()],
  });
  await trace
    .getTracer(name)
    .startActiveSpan(shownMethod(c.req.method), { kind: SpanKind.SERVER }, parent, async (span) => {
      await next();
      const route = routePath(c, -1);
      const method = shownMethod(c.req.method);
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': c.res.status,
        'isochain.request_id': c.var.requestId,
        ...(c.var.key === undefined ? {} : { 'isochain.key': c.var.key.name }),
      });
      if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
});

/** A span for an attempt at an endpoint, which is over by now, under the request that made it. */
export function attemptSpan({ chainId, endpoint, request, outcome, detail, ms }: AttemptEvent): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const end = Date.now();
  const span = trace.getTracer(name).startSpan(request, {
    kind: SpanKind.CLIENT,
    startTime: end - ms,
    attributes: {
      'isochain.chain': chainId,
      'isochain.endpoint': endpoint,
      'isochain.outcome': outcome,
      ...(detail === undefined ? {} : { 'isochain.detail': detail }),
    },
  });
  if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
  span.end(end);
}
