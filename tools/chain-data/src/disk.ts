import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type GeneratedFile, tokenListFolders } from './files.ts';

/** The root of the workspace. */
export const workspace = new URL('../../../', import.meta.url);

/** Paths of the files that differ from what they should be: changed, absent, or left over from a deleted list. */
export function differences(files: readonly GeneratedFile[], root: URL): string[] {
  const changed = files.filter(({ path, text }) => read(new URL(path, root)) !== text).map(({ path }) => path);
  return [...changed, ...leftovers(files, root)];
}

/**
 * Makes the files on disk what they should be.
 *
 * @returns Paths of the files that were written or removed.
 */
export function write(files: readonly GeneratedFile[], root: URL): string[] {
  const stale = differences(files, root);
  for (const { path, text } of files.filter(({ path }) => stale.includes(path))) {
    const target = new URL(path, root);
    mkdirSync(new URL('.', target), { recursive: true });
    writeFileSync(target, text);
  }
  for (const path of leftovers(files, root)) rmSync(new URL(path, root));
  return stale;
}

function leftovers(files: readonly GeneratedFile[], root: URL): string[] {
  const expected = new Set(files.map(({ path }) => path));
  return Object.values(tokenListFolders)
    .flatMap((folder) => listFolder(new URL(`${folder}/`, root)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.data.ts') && !expected.has(path))
    .sort();
}

function read(url: URL): string | undefined {
  return ifPresent(() => readFileSync(url, 'utf8'));
}

function listFolder(url: URL): string[] {
  return ifPresent(() => readdirSync(url)) ?? [];
}

function ifPresent<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
