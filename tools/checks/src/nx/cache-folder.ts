import { accessSync, constants, globSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../leash/src/index.ts';

/** Where Nx keeps results. It is outside of the checkout, so that all checkouts on a machine share it. */
const usualFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'isochain', 'nx');

const data = 'data';

/**
 * Finds the folder in which Nx keeps results in this run. If something is wrong with the usual folder, one line says so. The run goes on without it.
 *
 * @param anew - Nothing is taken from earlier runs, and nothing is kept for later ones.
 */
export function openCacheFolder(anew: boolean, folder: string = usualFolder): string {
  if (anew) return temporaryFolder('nx').path;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    forgetHashes(folder);
  } catch (error) {
    console.error(`Results cannot be kept in ${folder}: ${(error as Error).message}. Everything runs.`);
    return temporaryFolder('nx').path;
  }
  if (isDamaged(folder)) removeDamaged(folder);
  return folder;
}

/** Removes everything that was kept, and says so. If one entry is broken, none is believed. */
export function removeDamaged(folder: string): void {
  console.error(
    `What was kept in ${folder} is damaged. It is removed, and everything runs that is not known without it.`,
  );
  rmSync(folder, { recursive: true, force: true });
}

/** The environment with which Nx keeps results in a folder. */
export function nxEnvironment(folder: string): Record<string, string> {
  return {
    NX_CACHE_DIRECTORY: join(folder, 'results'),
    // The list of what is kept lies here.
    NX_WORKSPACE_DATA_DIRECTORY: join(folder, data),
    NX_DAEMON: 'false',
    // What tests print is shown while they run, also where Nx would hold it back and fold it.
    NX_SKIP_LOG_GROUPING: 'true',
    // No process for each plugin: these are a few lines.
    NX_ISOLATE_PLUGINS: 'false',
    // No copy of a library of Nx in the folder for temporary files.
    NX_SKIP_NATIVE_FILE_CACHE: 'true',
  };
}

/**
 * Nx keeps the hash of each file under its path from the root. It uses a kept hash if the age of the file has not changed. Another checkout has other files
 * under the same paths. So every run makes its own hashes, which takes less than a second.
 */
function forgetHashes(folder: string): void {
  rmSync(join(folder, data, 'nx_files.nxt'), { force: true });
}

/** Whether the list of what is kept can be read: Nx ends with an error of its database if not. */
function isDamaged(folder: string): boolean {
  return globSync('*.db', { cwd: join(folder, data) }).some((file) => {
    try {
      const database = new DatabaseSync(join(folder, data, file), { readOnly: true });
      try {
        return database.prepare('PRAGMA quick_check').get()?.quick_check !== 'ok';
      } finally {
        database.close();
      }
    } catch {
      return true;
    }
  });
}
