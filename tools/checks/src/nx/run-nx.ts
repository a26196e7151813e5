import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnTied } from '../../../leash/src/index.ts';
import { root } from '../root.ts';

const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
const printInputs = fileURLToPath(new URL('print-inputs.ts', import.meta.url));

/** Runs Nx, and shows what it prints. @returns its exit code. */
export function runNx(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawnTied(process.execPath, [nx, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The files that the test results of each package depend on: names of packages, with paths from the root. */
export async function testInputs(
  environment: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { stdout } = await promisify(execFile)(process.execPath, [printInputs], {
    env: { ...process.env, ...environment },
    // Some packages depend on all files, and there are thousands.
    maxBuffer: 100_000_000,
  });
  return JSON.parse(stdout) as Record<string, string[]>;
}
