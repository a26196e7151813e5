import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { RefusedError } from '@isochain/core';
import { checkSettings } from './config/check.ts';
import { type Settings, stopDelayMs } from './config/settings.ts';
import { createDoorman } from './doorman.ts';
import { families } from './families.ts';
import { createGateway } from './gateway.ts';
import { createLineWriter } from './line-writer.ts';
import { createLog, type Log } from './log.ts';
import { createNodeFetch } from './node-fetch.ts';
import { listen } from './server.ts';
import { memoryStore } from './shared/memory-store.ts';
import type { Store } from './shared/store.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { isExporterWanted } from './telemetry/spans.ts';

/** Stops everything that was started, latest first. */
const cleanups: (() => Promise<void>)[] = [];
let isStopping = false;

const output = createLineWriter((lines) => console.log(lines));
process.on('exit', output.flush);
// The reader of the log may go away (a closed pipe). The service goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

async function start(): Promise<void> {
  const given = await checkSettings(process.env, (path) => readFile(path), families);
  const isDevelopment = given.profile === 'development';
  const log = createLog(given.log ?? (isDevelopment ? 'warn' : 'info'), output.line);
  const development = isDevelopment ? await startDevelopment(given) : undefined;
  const settings = development?.settings ?? given;

  if (isExporterWanted(process.env)) {
    const { startExporter } = await import('./telemetry/exporter.ts');
    cleanups.push(startExporter(process.env));
  }
  const store = await openStore(settings, log);
  cleanups.push(() => store.close());
  const { fetch, stop: closeConnections } = createNodeFetch(process.env);
  cleanups.push(closeConnections);
  let metrics: Metrics | undefined;
  const app = createGateway(settings, {
    log,
    store,
    fetch,
    coalesce: 'shared',
    compresses: true,
    developmentKey: development?.key,
    docsScript: once(async () => (await import('./scalar-script.ts')).readScalarScript()),
    isStopping: () => isStopping,
    createMetrics(sources) {
      metrics = createMetrics(sources);
      return metrics;
    },
  });
  const server = await listen((request) => app.fetch(request), {
    host: settings.host ?? (isDevelopment ? '127.0.0.1' : '0.0.0.0'),
    port: settings.port,
    stopDelayMs: stopDelayMs(settings),
    drainTimeoutMs: settings.limits.drainTimeoutMs,
    onInvalid: (requestId) => log('info', 'request', { requestId, status: 400, code: 'request.invalid' }),
    doorman: createDoorman({ settings, log, observer: metrics }),
  });
  cleanups.push(() => {
    log('info', 'stopping', {});
    return server.stop();
  });

  if (development === undefined) {
    log('info', 'listening', { url: server.url, keys: Object.keys(settings.keys) });
  } else {
    const { banner } = await import('./development/banner.ts');
    console.log(banner({ ...development, url: server.url, families }));
  }
}

/** The store. The client of Redis is loaded only if a Redis is configured. */
async function openStore({ store: { redis, prefix } }: Settings, log: Log): Promise<Store> {
  if (redis === undefined) return memoryStore();
  const { redisStore } = await import('./shared/redis-store.ts');
  return redisStore({
    url: redis,
    prefix,
    onChange(isHealthy, reason) {
      if (isHealthy) log('info', 'the shared store answers again', {});
      else
        log('warn', 'the shared store does not answer: limits and caches are those of this gateway alone', { reason });
    },
  });
}

/** Engines are for development only: production does not load them. */
async function startDevelopment(settings: Settings) {
  const { startDevelopment } = await import('./development/start.ts');
  const development = await startDevelopment(settings);
  cleanups.push(() => development.devnet.stop());
  return development;
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

async function stop(): Promise<void> {
  isStopping = true;
  for (const cleanup of cleanups.toReversed()) await cleanup();
}

function onSignal(): void {
  // A second signal ends the process at once; engines end with it.
  if (isStopping) process.exit(130);
  stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

try {
  await start();
} catch (error) {
  console.error('isochain cannot start:');
  if (error instanceof RefusedError) for (const { message } of error.problems) console.error(`  ${message}`);
  else console.error(error);
  await stop();
  process.exit(1);
}
