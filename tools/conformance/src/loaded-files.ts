import { readFileSync } from 'node:fs';

/**
 * Every file of a package that an entry loads at run time. Imports of types alone do not count.
 *
 * @param entry - URL of the entry's source.
 * @returns The text of each file, by its path below `src/`.
 */
export function loadedFiles(entry: URL): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const load = (file: URL): void => {
    const name = file.href.split('/src/')[1] ?? file.href;
    if (found.has(name)) return;
    const text = readFileSync(file, 'utf8');
    found.set(name, text);
    for (const [, clause = '', path = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '(\.[^']+)';/gm)) {
      if (!clause.startsWith('type ')) load(new URL(path, file));
    }
  };
  load(entry);
  return found;
}
