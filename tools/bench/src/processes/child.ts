import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnTied, temporaryFolder } from '@isochain/leash';

/** A process that the bench started. */
export interface Child {
  /** The URL on which it listens. */
  readonly url: string;
  /** Ends the process and resolves when it is gone. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  /** Added to the variables of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables of this process that the child must not see. */
  readonly without?: RegExp;
}

const patienceMs = 30_000;
const graceMs = 5_000;

/**
 * Starts a TypeScript file in a new process and waits until it says where it listens.
 *
 * The process writes to a file, not to a pipe. This process is busy measuring and may read late, and a writer into a full pipe stands still.
 *
 * @param entry - The file. It writes `http://127.0.0.1:<port>` when it is up.
 * @throws Error with its output, if it ends or stays silent.
 */
export async function startChild(entry: URL, options: ChildOptions = {}): Promise<Child> {
  const folder = temporaryFolder('bench');
  const log = join(folder.path, 'log');
  const child = spawnInto(log, entry, options);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await gone;
    clearTimeout(impatience);
    folder.remove();
  }

  for (const since = Date.now(); !isGone && Date.now() - since < patienceMs; await delay(20)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(log, 'utf8')) ?? [];
    if (url !== undefined) return { url, stop };
  }
  const written = readFileSync(log, 'utf8').slice(-2000);
  await stop();
  throw new Error(`${fileURLToPath(entry)} did not come up. It wrote:\n${written}`);
}

/**
 * Runs a TypeScript file in a new process to its end.
 *
 * @returns Its output.
 * @throws Error with its output, if it fails.
 */
export async function runChild(entry: URL, options: ChildOptions = {}): Promise<string> {
  const folder = temporaryFolder('bench');
  try {
    const log = join(folder.path, 'log');
    const child = spawnInto(log, entry, options);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('exit', resolve);
      child.once('error', reject);
    });
    const written = readFileSync(log, 'utf8');
    if (code !== 0) throw new Error(`${fileURLToPath(entry)} failed:\n${written.slice(-2000)}`);
    return written;
  } finally {
    folder.remove();
  }
}

function spawnInto(log: string, entry: URL, { args = [], environment, without }: ChildOptions): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => without?.test(name) !== true);
  const file = openSync(log, 'a');
  try {
    return spawnTied(process.execPath, ['--conditions=isochain-source', fileURLToPath(entry), ...args], {
      stdio: ['ignore', file, file],
      env: { ...Object.fromEntries(inherited), ...environment },
    });
  } finally {
    closeSync(file);
  }
}
