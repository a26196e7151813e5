import { createRequire } from 'node:module';
import process from 'node:process';
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFakeNode } from '../../test/fake-node.ts';
import { key, open, type Serve, type Subject } from '../../test/harness.ts';
import { createMetrics } from './metrics.ts';
import { isExporterWanted } from './spans.ts';

const state = '/api/sepolia/account/0x0000000000000000000000000000000000000001/state?include=native';
const serve: Serve = async (app) => ({
  request: async (path, init) => app.fetch(new Request(`http://isochain.test${path}`, init)),
  close: async () => {},
});

/** Endpoints. The first one is broken. */
const chains = {
  sepolia: {
    endpoints: [
      { url: 'https://broken.test/secret', name: 'broken' },
      { url: 'https://node.test/secret', name: 'good' },
    ],
  },
};
const node = createFakeNode();
const flaky: typeof fetch = async (input, init) =>
  String(input instanceof Request ? input.url : input).includes('broken.test')
    ? new Response('secret', { status: 503 })
    : node.fetch(input, init);

describe('metrics', () => {
  let subject: Subject;
  beforeAll(async () => {
    const keys = {
      tests: { sha256: 'aae24849842d7082b66f57ce8270bd04da2c39ffb97df22803c270983032c4e5', rate: { requests: 5 } },
    };
    subject = await open(serve, { fetch: flaky, createMetrics, settings: { chains, keys, metrics: 'open' } });
  });
  afterAll(() => subject.close());

  it('count requests, attempts, failovers, endpoints that failed last, and refusals', async () => {
    for (let i = 0; i < 3; i++) expect((await subject.send('GET', state)).status).toBe(200);
    await subject.send('GET', '/api/chains/nowhere');
    await subject.send('GET', '/api/chains/base');
    expect((await subject.send('GET', state)).status).toBe(429);
    await subject.request('/nothing/here');
    await subject.request('/api/chains');
    const response = await subject.request('/metrics');
    const lines = (await response.text())
      .split('\n')
      .filter((line) => /^isochain_(http|upstream|rate|store)/.test(line));
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const route = 'route="/api/:chainId/account/:accountId/state"';
    expect(lines).toEqual(
      expect.arrayContaining([
        `isochain_http_requests_total{method="GET",${route},chain="sepolia",status="200",key="tests"} 3`,
        'isochain_http_requests_total{method="GET",route="/api/chains/:chainId",chain="",status="404",key="tests"} 1',
        'isochain_http_requests_total{method="GET",route="/api/chains/:chainId",chain="base",status="200",key="tests"} 1',
        `isochain_http_request_duration_seconds_count{method="GET",${route},chain="sepolia"} 3`,
        // Set aside after its first failure.
        'isochain_upstream_attempts_total{chain="sepolia",endpoint="broken",outcome="http"} 1',
        'isochain_upstream_attempts_total{chain="sepolia",endpoint="good",outcome="ok"} 3',
        'isochain_upstream_failovers_total{chain="sepolia"} 1',
        'isochain_upstream_healthy{chain="sepolia",endpoint="broken"} 0',
        'isochain_upstream_healthy{chain="sepolia",endpoint="good"} 1',
        'isochain_rate_limited_total{key="tests"} 1',
        'isochain_store_up 1',
      ]),
    );
    expect(lines.join('\n')).not.toMatch(/secret|nothing\/here|0x0000/);
  });

  it('count what encode and validate refuse, and accounts of a list that failed, by chain, mode and code', async () => {
    const other = await open(serve, { fetch: node.fetch, createMetrics, settings: { metrics: 'open' } });
    const senderAddress = '0x0000000000000000000000000000000000000001';
    const data = {
      mode: 'transfer',
      senderAddress,
      recipientAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      amount: (10n ** 30n).toString(),
    };
    for (const step of ['encode', 'validate'] as const) {
      const answer = await other.send('POST', `/api/sepolia/transaction/${step}`, { transaction: { data } });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ status: { errors: [{ code: 'balance.insufficient' }] } });
    }
    await other.send('POST', '/api/sepolia/transaction/encode', { transaction: { data: { ...data, amount: 'all' } } });
    const accounts = [
      { chainId: 'sepolia', accountId: senderAddress },
      { chainId: 'base', accountId: 'nobody' },
      { chainId: 'nowhere', accountId: 'x' },
    ];
    expect((await other.send('POST', '/api/account/state', { accounts })).status).toBe(200);
    const text = await (await other.request('/metrics')).text();
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('isochain_problems_total{'))
        .toSorted(),
    ).toEqual([
      'isochain_problems_total{chain="",mode="",code="chain.unknown"} 1',
      'isochain_problems_total{chain="base",mode="",code="account.invalid"} 1',
      'isochain_problems_total{chain="sepolia",mode="transfer",code="amount.invalid"} 1',
      'isochain_problems_total{chain="sepolia",mode="transfer",code="balance.insufficient"} 2',
    ]);
    const lines = other.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.flatMap(({ codes, status }) => (codes === undefined ? [] : [[status, codes]]))).toEqual([
      [200, ['balance.insufficient']],
      [200, ['balance.insufficient']],
      [400, ['amount.invalid']],
      [200, expect.toSatisfy((codes: string[]) => codes.toSorted().join() === 'account.invalid,chain.unknown')],
    ]);
  });

  it('name the version, and no gauge has the name of a counter', async () => {
    const other = await open(serve, { createMetrics, settings: { metrics: 'open' } });
    const text = await (await other.request('/metrics')).text();
    const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
    expect(text).toContain(`isochain_build_info{version="${version}",node="${process.version}"} 1`);
    // Names with `_total` are counters (OpenMetrics 1.0, section 5.1.2).
    const gauges = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name = '']) => name);
    expect(gauges.length).toBeGreaterThan(10);
    expect(gauges.filter((name) => name.endsWith('_total'))).toEqual([]);
  });

  it('count no failover if no endpoint answered', async () => {
    const down: typeof fetch = async () => new Response('secret', { status: 503 });
    const other = await open(serve, { fetch: down, createMetrics, settings: { chains, metrics: 'open' } });
    expect((await other.send('GET', state)).status).toBe(502);
    const text = await (await other.request('/metrics')).text();
    expect(text).toContain('isochain_upstream_attempts_total{chain="sepolia",endpoint="good",outcome="http"}');
    expect(text).not.toContain('isochain_upstream_failovers_total{');
  });

  it.each([
    ['key', undefined, 401],
    ['key', key, 200],
    ['off', key, 404],
  ])('may be for those with a %s', async (metrics, authorization, expected) => {
    const other = await open(serve, { createMetrics, settings: { metrics } });
    const response = await other.request('/metrics', authorization === undefined ? {} : { headers: { authorization } });
    expect(response.status).toBe(expected);
    await response.text();
  });
});

describe('the log', () => {
  it('has one line for a request, with the facts that operators need and without secrets', async () => {
    const subject = await open(serve, { fetch: flaky, settings: { chains } });
    await subject.send('GET', state, undefined, { 'x-request-id': 'abc' });
    const lines = subject.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ message }) => message === 'request').at(-1)).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'request',
      requestId: 'abc',
      method: 'GET',
      route: '/api/:chainId/account/:accountId/state',
      path: '/api/sepolia/account/0x0000000000000000000000000000000000000001/state',
      chain: 'sepolia',
      status: 200,
      ms: expect.any(Number),
      key: 'tests',
      roundTrips: 2,
      upstreamRequests: 4,
      failed: [expect.objectContaining({ endpoint: 'broken', outcome: 'http' })],
    });
    expect(subject.log.join()).not.toMatch(/secret|a key for tests/);
  });
});

describe('traces', () => {
  const exporter = new InMemorySpanExporter();
  const manager = new AsyncLocalStorageContextManager();
  beforeAll(() => {
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    context.setGlobalContextManager(manager.enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });
  afterEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    context.disable();
    propagation.disable();
  });

  it('have a span for the request, in the trace of the client, and one under it for each attempt', async () => {
    const subject = await open(serve, { fetch: flaky, settings: { chains } });
    exporter.reset();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await subject.send('GET', state, undefined, { traceparent });
    const spans = exporter.getFinishedSpans();
    const request = spans.find(({ name }) => name.startsWith('GET'));
    expect(request?.name).toBe('GET /api/:chainId/account/:accountId/state');
    expect(request?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(request?.attributes).toMatchObject({ 'http.response.status_code': 200, 'isochain.key': 'tests' });
    const attempts = spans.filter((span) => span !== request);
    expect(attempts.map(({ attributes, status }) => [attributes['isochain.endpoint'], status.code])).toEqual([
      ['broken', SpanStatusCode.ERROR],
      ['good', SpanStatusCode.UNSET],
    ]);
    const id = request?.spanContext().spanId;
    expect(attempts.map((span) => span.parentSpanContext?.spanId)).toEqual([id, id]);
    expect(JSON.stringify(spans.map(({ attributes, name }) => [attributes, name]))).not.toMatch(/secret|0x0000/);
  });

  it('are on if the variables of OpenTelemetry say so', () => {
    expect(isExporterWanted({})).toBe(false);
    expect(isExporterWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(false);
    expect(isExporterWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x:4318' })).toBe(true);
    expect(isExporterWanted({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x:4318' })).toBe(true);
    expect(isExporterWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' })).toBe(false);
  });
});
