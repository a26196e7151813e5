import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EngineError } from '../engine.ts';
import type { BuildOptions } from '../engine-cache.ts';
import { isExecutable } from '../find-program.ts';
import { runToEnd } from '../run-to-end.ts';
import { findGo, nodeBinary, nodeSources } from './node-binary.ts';

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
    const needed = await runGo(go, ['list', '-mod=readonly', '-deps', '.'], (line) => {
      if (line.startsWith('go: downloading ')) downloads.add(line);
    });
    packages = new Set(needed);
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

/** Runs Go in the folder of the sources. */
function runGo(command: string, args: readonly string[], onLine: (line: string) => void): Promise<string[]> {
  const env = { CGO_ENABLED: '0', GOWORK: 'off' };
  return runToEnd({ command, args, cwd: nodeSources, env, lowPriority: true, onLine });
}

/** `1 min 20 s` */
function elapsed(since: number): string {
  const seconds = Math.round((performance.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
