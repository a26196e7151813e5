import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { spawnTied } from '../../../leash/src/index.ts';
import { root } from '../run-vitest.ts';

const nx = join(root, 'node_modules/nx/dist/bin/nx.js');

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

/** The packages that Nx names. @param args - Of `nx show projects`. */
export async function packagesOf(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [nx, 'show', 'projects', '--json', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout) as string[];
}
