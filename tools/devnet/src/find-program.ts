import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of an installed program, or undefined if there is none.
 *
 * @param folders - Where to look besides the PATH, after it.
 */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, ...folders].map((folder) => join(folder, file)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
