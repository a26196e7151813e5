import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createZstdDecompress } from 'node:zlib';
import { temporaryFolder } from '@isochain/leash';
import { EngineError } from '../engine.ts';
import { type BuildOptions, engineCacheFolder } from '../engine-cache.ts';
import { findProgram, isExecutable } from '../find-program.ts';
import { runToEnd } from '../run-to-end.ts';

// The chain's own program. Its licence, BUSL-1.1, allows us to run it in tests, but not to ship it. So nothing here depends on it.

const sources = fileURLToPath(new URL('../../engines/injective/', import.meta.url));

/** The folder of the program and of the library that it loads, whether they are there or not. */
export function injectiveFolder(): string {
  return engineCacheFolder('injectived', sources);
}

export function injectiveBinary(): string {
  return join(injectiveFolder(), 'injectived');
}

/** Why injectived cannot be started, in a few words for people; undefined if it can. */
export function injectiveEngineMissing(): string | undefined {
  if (isExecutable(injectiveBinary())) return undefined;
  return reasonWithout() ?? '`npm run build:engine -- injective` downloads injectived (76 MB)';
}

function reasonWithout(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'injectived is to be had for Linux on x64 alone';
  return findProgram('python3') === undefined
    ? 'injectived comes as a Python package, and Python is not installed'
    : undefined;
}

/**
 * Takes injectived out of the wheel that engines/injective/requirements.txt names, with its hash, unless it is there.
 *
 * @returns Path of the program.
 * @throws EngineError on other platforms, without Python, or if pip cannot get the wheel, with pip's last output.
 */
export async function unpackInjective({ onProgress }: BuildOptions): Promise<string> {
  const binary = injectiveBinary();
  if (isExecutable(binary)) {
    onProgress(`injectived is there: ${binary}`);
    return binary;
  }
  const reason = reasonWithout();
  if (reason !== undefined) throw new EngineError(`${reason}.`);
  const since = performance.now();
  onProgress('Downloading injectived: 76 MB, 250 MB when unpacked.');
  const scratch = temporaryFolder('injective');
  const work = scratch.path;
  const target = injectiveFolder();
  const unfinished = `${target}.${process.pid}`;
  try {
    const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes'];
    const wheel = ['--only-binary', ':all:', '--dest', work, '-r', join(sources, 'requirements.txt')];
    await runToEnd({ command: 'python3', args: [...pip, ...wheel] });
    await runToEnd({ command: 'python3', args: ['-c', unzip, work] });
    await pipeline(
      createReadStream(join(work, 'injective_core/bin/injectived.tar.zst')),
      createZstdDecompress(),
      createWriteStream(join(work, 'injectived.tar')),
    );
    await mkdir(unfinished, { recursive: true });
    await runToEnd({ command: 'tar', args: ['-xf', join(work, 'injectived.tar'), '-C', unfinished] });
    await rename(join(unfinished, 'injectived-linux-x64'), join(unfinished, basename(binary)));
    await chmod(join(unfinished, basename(binary)), 0o755);
    await rm(dirname(binary), { recursive: true, force: true });
    await rename(unfinished, target);
  } finally {
    scratch.remove();
    await rm(unfinished, { recursive: true, force: true });
  }
  onProgress(`Unpacked in ${Math.round((performance.now() - since) / 1000)} s: ${binary}`);
  return binary;
}

/** Unpacks the program's archive from the only wheel of a folder into that folder. */
const unzip = `
import glob, sys, zipfile
(wheel,) = glob.glob(sys.argv[1] + '/*.whl')
zipfile.ZipFile(wheel).extract('injective_core/bin/injectived.tar.zst', sys.argv[1])
`;
