import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the workspace. */
export const workspace = new URL('../../../', import.meta.url);

const generated = ['**/node_modules', '**/dist', '**/coverage', '**/assets', '**/.*'];

/** Files below the root, as paths with forward slashes. Installed and built files are left out. */
export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: fileURLToPath(workspace), exclude: generated })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** The text of a file, or undefined if there is none. */
export function readText(path: string, root: URL = workspace): string | undefined {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
