import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { EngineError } from '../engine.ts';
import { isExecutable } from '../find-program.ts';
import { findGo, nodeBinary, nodeSources } from './node-binary.ts';

export interface BuildOptions {
  /** Called with each line of progress. */
  readonly onProgress: (line: string) => void;
  /** Time between lines while packages are compiled. Defaults to 15,000. */
  readonly everyMs?: number;
}

/**
 * Builds the Cosmos node, unless one of the same sources is there. Go downloads the modules that `go.sum` names.
 *
 * @returns Path of the program.
 * @throws EngineError without Go, without the modules, or if the build fails, with the last words of Go.
 */
export async function buildCosmosNode({ onProgress, everyMs = 15_000 }: BuildOptions): Promise<string> {
  const binary = nodeBinary();
  if (isExecutable(binary)) {
    onProgress(`The Cosmos node is there: ${binary}`);
    return binary;
  }
  const go = findGo();
  if (go === undefined) throw new EngineError('The Cosmos node needs Go: https://go.dev/dl');
  const since = performance.now();
  onProgress(
    'Building the Cosmos node. The first time takes some six minutes on two cores, and 3 GB in the caches of Go.',
  );

  const downloads = new Set<string>();
  const ticker = setInterval(() => {
    if (downloads.size > 0) onProgress(`${elapsed(since)}: ${downloads.size} modules downloaded`);
  }, everyMs);
  let packages: Set<string>;
  try {
    const { stdout } = await runGo(go, ['list', '-mod=readonly', '-deps', '.'], (line) => {
      if (line.startsWith('go: downloading ')) downloads.add(line);
    });
    packages = new Set(stdout);
  } finally {
    clearInterval(ticker);
  }

  await mkdir(dirname(binary), { recursive: true });
  // Builds at the same time write different files.
  const unfinished = `${binary}.${process.pid}`;
  let compiled = 0;
  const clock = setInterval(
    () => onProgress(`${elapsed(since)}: ${compiled} of at most ${packages.size} packages compiled`),
    everyMs,
  );
  try {
    // Builds with and without -trimpath share nothing in Go's cache: the flags stay as they are.
    const flags = ['-mod=readonly', '-buildvcs=false', '-trimpath', '-ldflags=-s -w'];
    await runGo(go, ['build', '-v', ...flags, '-o', unfinished, '.'], (line) => {
      if (packages.has(line)) compiled += 1;
    });
    await rename(unfinished, binary);
  } finally {
    clearInterval(clock);
    await rm(unfinished, { force: true });
  }
  onProgress(`Built in ${elapsed(since)}: ${binary}`);
  return binary;
}

/** Runs Go in the folder of the sources. It runs with low priority, as the build takes all cores. */
async function runGo(
  go: string,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<{ stdout: string[] }> {
  const options: SpawnOptions = {
    cwd: nodeSources,
    env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = spawn(go, args, options);
  const stdout: string[] = [];
  const words: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => stdout.push(line));
  if (child.stderr) {
    createInterface(child.stderr).on('line', (line) => {
      words.push(line);
      if (words.length > 20) words.shift();
      onLine(line);
    });
  }
  if (child.pid !== undefined) setPriority(child.pid, 10);
  const stop = () => child.kill();
  process.once('exit', stop);
  const ending = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  process.off('exit', stop);
  if (ending === undefined) return { stdout };
  throw new EngineError(`go ${args[0]} ${ending}. It wrote last:\n${words.join('\n')}`);
}

/** `1 min 20 s` */
function elapsed(since: number): string {
  const seconds = Math.round((performance.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
