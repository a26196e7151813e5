import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { RefusedError } from '@isochain/core';
import { checkOptions } from './chains.ts';
import { loadSettings } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { families } from './families.ts';
import { createGateway } from './gateway.ts';
import { createLog } from './log.ts';
import { listen } from './server.ts';

/** Undoes, latest first, what has been started. */
const cleanups: (() => Promise<void>)[] = [];
let isStopping = false;

async function start(): Promise<void> {
  const given = await loadSettings(process.env, (path) => readFile(path, 'utf8'));
  await checkOptions({ families, settings: given.chains });
  const isDevelopment = given.profile === 'development';
  const log = createLog(given.log ?? (isDevelopment ? 'warn' : 'info'), (line) => console.log(line));
  const development = isDevelopment ? await startDevelopment(given) : undefined;
  const settings = development?.settings ?? given;

  const app = createGateway(settings, {
    log,
    coalesce: 'shared',
    docsScript: once(async () => (await import('./scalar-script.ts')).readScalarScript()),
    isStopping: () => isStopping,
  });
  const server = await listen((request) => app.fetch(request), {
    host: settings.host ?? (isDevelopment ? '127.0.0.1' : '0.0.0.0'),
    port: settings.port,
    drainTimeoutMs: settings.limits.drainTimeoutMs,
  });
  cleanups.push(() => server.stop());

  if (development === undefined) {
    log('info', 'listening', { url: server.url, keys: Object.keys(settings.keys) });
  } else {
    const { banner } = await import('./development/banner.ts');
    console.log(banner({ ...development, url: server.url, families }));
  }
}

/** Engines are for development alone: nothing of them is loaded in production. */
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
  // Whoever asks twice does not want to wait; engines end with this process.
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
