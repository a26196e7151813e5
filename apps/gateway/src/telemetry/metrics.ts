import process from 'node:process';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EndpointState } from '../chains.ts';
import { readVersion } from '../version.ts';
import type { Observer } from './observer.ts';

export interface Metrics extends Observer {
  /** All metrics, in the text format of Prometheus. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

export interface MetricsSources {
  /** Endpoints of all chains that were asked so far. */
  endpoints(): readonly EndpointState[];
  isStoreHealthy(): boolean;
}

const prefix = 'isochain_';

/** Gauges of prom-client with names of counters. Each has a twin with the same sum by type: `nodejs_active_resources` and the like. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** From the time of a cached answer to the timeout of a request. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts what happens in this process. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix });
  for (const name of misnamed) registry.removeSingleMetric(`${prefix}${name}`);

  const requests = new Counter({
    name: 'isochain_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'chain', 'status', 'key'],
    registers,
  });
  const durations = new Histogram({
    name: 'isochain_http_request_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'route', 'chain'],
    buckets: seconds,
    registers,
  });
  const problems = new Counter({
    name: 'isochain_problems_total',
    help: 'Errors in answers, also in those with status 200: what encode refuses, and accounts of a list that failed.',
    labelNames: ['chain', 'mode', 'code'],
    registers,
  });
  const attempts = new Counter({
    name: 'isochain_upstream_attempts_total',
    help: 'Attempts at endpoints, by how they ended: ok, or why not.',
    labelNames: ['chain', 'endpoint', 'outcome'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'isochain_upstream_attempt_duration_seconds',
    help: 'Time that attempts at endpoints took.',
    labelNames: ['chain', 'endpoint'],
    buckets: seconds,
    registers,
  });
  const failovers = new Counter({
    name: 'isochain_upstream_failovers_total',
    help: 'Attempts that failed and that another endpoint made good: it answered the same request.',
    labelNames: ['chain'],
    registers,
  });
  const limited = new Counter({
    name: 'isochain_rate_limited_total',
    help: 'Requests that were refused because a key made too many.',
    labelNames: ['key'],
    registers,
  });
  new Gauge({
    name: 'isochain_build_info',
    help: 'Always 1: the version of the gateway and of Node are in its labels.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: readVersion(), node: process.version }, 1);
  new Gauge({
    name: 'isochain_upstream_healthy',
    help: '0 after an attempt at an endpoint failed, until one does not; 1 otherwise.',
    labelNames: ['chain', 'endpoint'],
    registers,
    collect() {
      this.reset();
      for (const { chain, endpoint, isHealthy } of sources.endpoints())
        this.set({ chain, endpoint }, isHealthy ? 1 : 0);
    },
  });
  new Gauge({
    name: 'isochain_store_up',
    help: '1 while the shared store answers; 0 while this gateway goes on with its own memory.',
    registers,
    collect() {
      this.set(sources.isStoreHealthy() ? 1 : 0);
    },
  });

  return {
    answered({ method, route, chain = '', status, ms, key = '', failovers: count }) {
      requests.inc({ method, route, chain, status, key });
      durations.observe({ method, route, chain }, ms / 1000);
      if (count > 0) failovers.inc({ chain }, count);
    },
    told: ({ chain = '', mode = '', code }) => problems.inc({ chain, mode, code }),
    attempted({ chainId, endpoint, outcome, ms }) {
      attempts.inc({ chain: chainId, endpoint, outcome });
      attemptDurations.observe({ chain: chainId, endpoint }, ms / 1000);
    },
    limited: (key) => limited.inc({ key }),
    async text() {
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
