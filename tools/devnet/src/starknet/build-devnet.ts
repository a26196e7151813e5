import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { EngineError } from '../engine.ts';
import type { BuildOptions } from '../engine-cache.ts';
import { isExecutable } from '../find-program.ts';
import { runToEnd } from '../run-to-end.ts';
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
  const target = temporaryFolder('starknet');
  // Builds at the same time write different folders.
  const unfinished = `${builtFolder()}.${process.pid}`;
  let compiled = 0;
  const clock = setInterval(() => onProgress(`${minutes(since)} min: ${compiled} of 634 crates compiled`), everyMs);
  try {
    await mkdir(dirname(unfinished), { recursive: true });
    const args = ['install', '--locked', crate.name, '--version', crate.version, '--root', unfinished];
    await runToEnd({
      command: cargo,
      args,
      env: { CARGO_TARGET_DIR: target.path, CARGO_TERM_COLOR: 'never' },
      lowPriority: true,
      onLine(line) {
        if (/^\s*Compiling /.test(line)) compiled += 1;
      },
    });
    await rm(builtFolder(), { recursive: true, force: true });
    await rename(unfinished, builtFolder());
  } finally {
    clearInterval(clock);
    target.remove();
    await rm(unfinished, { recursive: true, force: true });
  }
  onProgress(`Built in ${minutes(since)} min: ${binary}`);
  return binary;
}

function minutes(since: number): number {
  return Math.round((performance.now() - since) / 60_000);
}
