import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';
import { testInputs } from './run-nx.ts';

/** The packages whose test results a change since a commit can reach. @throws if git does not know the commit. */
export async function packagesChangedSince(
  commit: string,
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const changed = await pathsChangedSince(commit);
  const inputs = await testInputs(environment);
  return Object.entries(inputs).flatMap(([name, files]) => (isReached(files, changed) ? [name] : []));
}

/** @param changed - Files, and folders of files that are gone. */
export function isReached(files: readonly string[], changed: readonly string[]): boolean {
  return changed.some((path) => path === '.' || files.some((file) => file === path || file.startsWith(`${path}/`)));
}

/**
 * Lists the files that differ from the point where the branch left `commit`, also those that are not committed. Paths begin at the root. A file that is gone
 * is replaced by its folder, because whatever depends on the folder depended on the file.
 */
async function pathsChangedSince(commit: string): Promise<string[]> {
  const [left = commit] = await git('merge-base', '--', commit, 'HEAD').catch((error: unknown) => {
    const [why = String(error)] = /^fatal: .*$/m.exec(String((error as { stderr?: unknown }).stderr)) ?? [];
    throw new Error(`Nothing can be compared with ${commit}: git says "${why}". Expected a branch or a commit.`);
  });
  const paths = [
    ...(await git('diff', '--name-only', '--no-renames', left)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  return paths.map((path) => {
    let there = path;
    while (there !== '.' && !existsSync(join(root, there))) there = posix.dirname(there);
    return there;
  });
}

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root });
  return stdout.split('\n').filter(Boolean);
}
