import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnTied } from '../../../leash/src/index.ts';
import { root } from '../run-vitest.ts';

const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
const printChanged = fileURLToPath(new URL('print-changed.ts', import.meta.url));

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

/** The packages whose test results a change since a commit can reach. @throws if git does not know the commit. */
export async function packagesChangedSince(
  commit: string,
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [printChanged, commit], {
      env: { ...process.env, ...environment },
    });
    return JSON.parse(stdout) as string[];
  } catch (error) {
    const [why] = /^fatal: .*$/m.exec(String((error as { stderr?: unknown }).stderr)) ?? [];
    if (why === undefined) throw error;
    throw new Error(`Nothing can be compared with ${commit}: git says "${why}". Expected a branch or a commit.`);
  }
}
