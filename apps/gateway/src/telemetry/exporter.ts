import { setTimeout } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

type Variables = Readonly<Record<string, string | undefined>>;

/** How long the last traces may take to be sent at shutdown. */
const patienceMs = 2_000;

/**
 * Sends traces by OTLP over HTTP, as the standard variables of OpenTelemetry say (OTEL_EXPORTER_OTLP_ENDPOINT, ..._HEADERS).
 *
 * @returns A function that sends the remaining traces and stops the exporter.
 */
export function startExporter({ OTEL_SERVICE_NAME: name = 'isochain' }: Variables): () => Promise<void> {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  // A collector that is away must neither delay the shutdown nor fail it: the remaining traces are lost then.
  return () => Promise.race([provider.shutdown().catch(() => {}), setTimeout(patienceMs, undefined, { ref: false })]);
}
