import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BuildOptions } from '../cosmos/build-node.ts';
import { EngineError } from '../engine.ts';
import { isExecutable } from '../find-program.ts';
import { builtBinary, builtFolder, crate, findCargo } from './devnet-binary.ts';

/**
 * Builds starknet-devnet with cargo, unless it is there. Cargo downloads its 634 crates, and needs 3 GB meanwhile.
 *
 * @returns Path of the program.
 * @throws EngineError without cargo, or if the build fails, with its last words.
 */
export async function buildStarknetDevnet({ onProgress, everyMs = 15_000 }: BuildOptions): Promise<string> {
  const binary = builtBinary();
  if (isExecutable(binary)) {
    onProgress(`starknet-devnet is there: ${binary}`);
    return binary;
  }
  const cargo = findCargo();
  if (cargo === undefined) throw new EngineError('starknet-devnet needs Rust: https://rustup.rs');
  const since = performance.now();
  onProgress('Building starknet-devnet. It takes some 40 minutes of a processor, and 3 GB of disk.');
  const target = await mkdtemp(join(tmpdir(), 'isochain-starknet-'));
  // Builds at the same time write different folders.
  const unfinished = `${builtFolder()}.${process.pid}`;
  let compiled = 0;
  const clock = setInterval(() => onProgress(`${minutes(since)} min: ${compiled} of 634 crates compiled`), everyMs);
  try {
    await mkdir(dirname(unfinished), { recursive: true });
    const args = ['install', '--locked', crate.name, '--version', crate.version, '--root', unfinished];
    await runCargo(cargo, args, target, (line) => {
      if (/^\s*Compiling /.test(line)) compiled += 1;
    });
    await rm(builtFolder(), { recursive: true, force: true });
    await rename(unfinished, builtFolder());
  } finally {
    clearInterval(clock);
    await rm(target, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
  onProgress(`Built in ${minutes(since)} min: ${binary}`);
  return binary;
}

/** It runs with low priority, as the build takes all cores. */
async function runCargo(
  cargo: string,
  args: readonly string[],
  target: string,
  onLine: (line: string) => void,
): Promise<void> {
  const child = spawn(cargo, args, {
    env: { ...process.env, CARGO_TARGET_DIR: target, CARGO_TERM_COLOR: 'never' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    words.push(line);
    if (words.length > 20) words.shift();
    onLine(line);
  });
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
  if (ending !== undefined) throw new EngineError(`cargo ${args[0]} ${ending}. It wrote last:\n${words.join('\n')}`);
}

function minutes(since: number): number {
  return Math.round((performance.now() - since) / 60_000);
}
