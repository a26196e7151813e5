import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Of a program that is built or unpacked. */
export interface BuildOptions {
  /** Called with each line of progress. */
  readonly onProgress: (line: string) => void;
  /** Milliseconds between lines while packages are compiled. 15,000 by default. */
  readonly everyMs?: number;
}

/**
 * The folder of a program that is made from files of this package. It is outside of the checkout, so that `npm ci` and other checkouts find the
 * program again. It is named after the content of the files and after the platform: after a change the program is made anew.
 *
 * @param name - Of the program.
 * @param sources - Folder with the files, without folders in it.
 */
export function engineCacheFolder(name: string, sources: string): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  // Not what an editor or a system puts beside them.
  const files = readdirSync(sources).filter((file) => /^[\w-]+\.(go|mod|sum|txt)$/.test(file));
  for (const file of files.toSorted()) {
    const content = readFileSync(join(sources, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'isochain', `${name}-${hash.digest('hex').slice(0, 16)}`);
}
