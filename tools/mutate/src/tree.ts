import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type TemporaryFolder, temporaryFolder } from '@isochain/leash';

/** A copy of the working tree that we may break. Tests in it use the copy's packages and the original's libraries. */
export type Tree = TemporaryFolder;

/** @param root - The repository. */
export function copyTree(root: string): Tree {
  const tree = temporaryFolder('mutate');
  const { path } = tree;
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(root, file), join(path, file));
  }
  linkModules(root, path, 'node_modules');
  for (const workspace of ['packages', 'apps', 'tools']) {
    for (const name of readdirSync(join(root, workspace))) {
      linkModules(root, path, join(workspace, name, 'node_modules'));
    }
  }
  return tree;
}

/** Files that git knows or would add. */
function filesOf(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  return stdout.split('\0').filter((file) => file !== '');
}

/** Links each library. Links to packages of the repository lead into the copy. */
function linkModules(root: string, copy: string, folder: string): void {
  const from = join(root, folder);
  const to = join(copy, folder);
  for (const entry of entriesOf(from)) {
    if (entry.name.startsWith('@') && entry.isDirectory()) {
      linkModules(root, copy, join(folder, entry.name));
      continue;
    }
    const target = entry.isSymbolicLink()
      ? resolve(from, readlinkSync(join(from, entry.name)))
      : join(from, entry.name);
    const inside = relative(root, target);
    const isOwn = !inside.startsWith('..') && !inside.includes('node_modules');
    mkdirSync(to, { recursive: true });
    symlinkSync(isOwn ? join(copy, inside) : target, join(to, entry.name));
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.vite' && name !== '.cache');
  } catch {
    return [];
  }
}
