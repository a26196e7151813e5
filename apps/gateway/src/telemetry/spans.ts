import { findSecret } from '@isochain/core';
import type { AttemptEvent } from '@isochain/core/upstream';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Env } from '../context.ts';
import type { ApiKey } from '../keys/api-keys.ts';
import { shownMethod } from '../shown-method.ts';

// Only OpenTelemetry's API, which does nothing until an entry point registers an exporter.

const name = 'isochain';

/** A span for each request, in the trace of the client if it names one (W3C Trace Context). */
export const requestSpan = createMiddleware<Env>(async function requestSpan(c, next) {
  const parent = propagation.extract(context.active(), c.req.raw.headers, {
    get(headers, key) {
      const value = headers.get(key);
      // The trace state is sent along with the trace.
      return value === null || findSecret(value) !== undefined ? undefined : value;
    },
    keys: (headers) => [...headers.keys()],
  });
  const method = shownMethod(c.req.method);
  const span = trace.getTracer(name).startSpan(method, { kind: SpanKind.SERVER }, parent);
  // No exporter is registered, or this request is not sampled.
  if (!span.isRecording()) return next();
  await context.with(trace.setSpan(parent, span), next);
  const route = routePath(c, -1);
  const key = c.get('key') as ApiKey | undefined;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': c.res.status,
    'isochain.request_id': c.get('requestId'),
    ...(key === undefined ? {} : { 'isochain.key': key.name }),
  });
  if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
});

/** A span for a finished attempt at an endpoint, below the span of its request. */
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

/** The variables that say that traces are wanted. */
export function isExporterWanted(variables: Readonly<Record<string, string | undefined>>): boolean {
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_EXPORTER_OTLP_ENDPOINT: all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  } = variables;
  return disabled !== 'true' && [all, own].some((endpoint) => endpoint !== undefined && endpoint !== '');
}
