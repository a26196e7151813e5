import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetFolder, guardFolder, wakeGuardian } from './guardian.ts';

export interface TemporaryFolder {
  /** Absolute. */
  readonly path: string;
  /** Removes it with all that is in it. May be called again, and needs no `this`: `onTestFinished(folder.remove)`. */
  remove(): void;
}

/**
 * Makes an empty folder. It is removed when this process ends, at the latest, however that ends.
 *
 * @param name - What its own name begins with after `isochain-`, so that people see whose it is.
 * @param parent - Defaults to the folder of the system for temporary files.
 */
export function temporaryFolder(name: string, parent: string = tmpdir()): TemporaryFolder {
  wakeGuardian();
  const path = mkdtempSync(join(parent, `isochain-${name}-`));
  guardFolder(path);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
      forgetFolder(path);
    },
  };
}
