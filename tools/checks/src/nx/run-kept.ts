import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileResult, readEntries } from '../journal.ts';
import { root } from '../root.ts';
import { runVitest } from '../run-vitest.ts';
import { nxEnvironment, openCacheFolder, removeDamaged } from './cache-folder.ts';
import { packagesChangedSince } from './changed-since.ts';
import { type PackageResults, readResults, removeResults } from './results.ts';
import { runNx } from './run-nx.ts';
import { testFilesOf } from './test-files.ts';

interface Package {
  readonly name: string;
  /** From the root of the project, with `/`. */
  readonly folder: string;
}

/**
 * Runs the tests of packages, or takes what Nx has kept of a run of the same sources.
 *
 * @param journal - File for what happens (journal.ts).
 * @param anew - Nothing is taken from earlier runs.
 * @param base - A branch or a commit: only packages that have changed since, and packages that use them. Otherwise all.
 */
export async function runKept(
  journal: string,
  anew: boolean,
  base?: string,
): Promise<{ readonly passed: boolean; readonly results: readonly FileResult[] }> {
  const cache = openCacheFolder(anew);
  const environment = nxEnvironment(cache);
  const all = packagesWithTests();
  const changed = base === undefined ? [] : await packagesChangedSince(base, environment);
  const wanted = base === undefined ? all : all.filter(({ name }) => changed.includes(name));
  if (wanted.length === 0) {
    console.log(`Nothing that has tests has changed since ${base}.`);
    return { passed: true, results: [] };
  }
  // What an earlier run left here says nothing about this one.
  for (const { folder } of all) removeResults(join(root, folder));
  const names = wanted.map(({ name }) => name);
  await runNx(['run-many', '--target=test', `--projects=${names}`, '--outputStyle=static'], environment);

  const known = new Map<string, PackageResults>();
  for (const { folder } of wanted) {
    const results = readResults(join(root, folder));
    if (results !== undefined) known.set(folder, results);
  }
  tellKept([...known.keys()], journal, wanted.length);
  const outcomes = [...known.values()].map(({ passed, files }) => ({ passed, results: files }));
  const unknown = wanted.flatMap(({ folder }) => (known.has(folder) ? [] : [`${folder}/`]));
  if (unknown.length > 0) {
    removeDamaged(cache);
    outcomes.push(await runVitest(`${journal}-without`, unknown));
  }
  const results = outcomes.flatMap((outcome) => outcome.results);
  const complete = everyFileIsIn(results, wanted);
  return { passed: complete && outcomes.every(({ passed }) => passed), results };
}

function tellKept(folders: readonly string[], journal: string, of: number): void {
  const begun = readEntries(journal).flatMap((entry) => (entry.event === 'begun' ? [entry.file] : []));
  const kept = folders.filter((folder) => !begun.some((file) => file.startsWith(`${folder}/`)));
  if (kept.length > 0)
    console.log(`\nKept from a run of the same sources, ${kept.length} of ${of} packages: ${kept.join(', ')}`);
}

/** Also a file that no project of vitest.config.ts takes must not be forgotten. */
function everyFileIsIn(results: readonly FileResult[], packages: readonly Package[]): boolean {
  const told = new Set(results.map(({ file }) => file));
  const untold = packages.flatMap(({ folder }) => testFilesOf(folder)).filter((file) => !told.has(file));
  for (const file of untold) console.error(`There is no result of ${file}.`);
  return untold.length === 0;
}

function packagesWithTests(): Package[] {
  return globSync('{packages,apps,tools}/*/package.json', { cwd: root })
    .map((file) => ({
      name: (JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string }).name,
      folder: dirname(file),
    }))
    .filter(({ folder }) => testFilesOf(folder).length > 0);
}
