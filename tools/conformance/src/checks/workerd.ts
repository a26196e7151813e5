import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { temporaryFolder, tieAll } from '@isochain/leash';
import { root } from './workspace.ts';

// Miniflare runs workerd. The copy that wrangler brings is used: the latest release of the package itself has another constructor.

/** A running Worker. */
export interface Worker {
  /** Milliseconds from the constructor until workerd listens, the script loaded. */
  readonly readyMs: number;
  /** @param path - Such as `/health`. */
  fetch(path: string, init?: RequestInit): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** ES modules by file name. */
  readonly modules: Readonly<Record<string, string>>;
  readonly main: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags?: readonly string[];
  /** Variables of the script. */
  readonly variables?: Readonly<Record<string, string>>;
}

interface Miniflare {
  readonly ready: Promise<unknown>;
  dispatchFetch(url: string, init?: RequestInit): Promise<Response>;
  dispose(): Promise<void>;
}

type MiniflareConstructor = new (options: object) => Miniflare;

/**
 * Starts a Worker on this machine. It ends with this process.
 *
 * @throws Error with what workerd said, if the script does not load.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const Miniflare = await loadMiniflare();
  const { modules, main, compatibilityDate, compatibilityFlags = [], variables = {} } = options;
  const config = {
    name: 'check',
    compatibilityDate,
    compatibilityFlags: [...compatibilityFlags],
    env: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { type: 'text', value }])),
    manifest: {
      mainModule: main,
      modules: Object.fromEntries(Object.entries(modules).map(([name, contents]) => [name, { type: 'esm', contents }])),
    },
  };
  // workerd would go on if this process was killed.
  tieAll();
  const scratch = temporaryFolder('workerd');
  const since = performance.now();
  const miniflare = inFolder(scratch.path, () => new Miniflare({ workers: [{ config }] }));
  const stop = () => miniflare.dispose().finally(scratch.remove);
  try {
    await miniflare.ready;
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  const readyMs = performance.now() - since;
  return {
    readyMs,
    async fetch(path, init) {
      const response = await miniflare.dispatchFetch(`http://worker.invalid${path}`, init);
      return { status: response.status, text: await response.text() };
    },
    stop,
  };
}

/** Miniflare makes a folder for temporary files. It chooses the place when it is constructed. */
function inFolder<T>(path: string, construct: () => T): T {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = path;
  try {
    return construct();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

async function loadMiniflare(): Promise<MiniflareConstructor> {
  const wrangler = createRequire(`${root}package.json`).resolve('wrangler/package.json');
  const path = createRequire(wrangler).resolve('miniflare');
  const { Miniflare } = (await import(pathToFileURL(path).href)) as { Miniflare: MiniflareConstructor };
  return Miniflare;
}
