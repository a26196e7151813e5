import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type TemporaryFolder, temporaryFolder } from '@isochain/leash';
import { codeBlocks } from './markdown.ts';
import { readText } from './repository.ts';

/** This folder is not in git, and within the workspace, so that samples find the libraries they import. */
const folder = fileURLToPath(new URL('../dist/samples/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

export interface Samples {
  /** The path of each sample, by its name in the info string of the block. */
  readonly files: ReadonlyMap<string, URL>;
  remove(): void;
}

/** Writes each TypeScript sample of a page to a file. Whether they compile is tested once, for all pages together (samples.test.ts). */
export function extractSamples(page: string): Samples {
  const { path, remove } = makeFolder(page);
  try {
    return { files: writeSamples(page, pathToFileURL(`${path}/`)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Checks the types of all samples of some pages in one run of the compiler, with the settings of this repository.
 *
 * @returns what the compiler says of each page. Nothing if its samples compile.
 */
export function compileSamples(pages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const { path, remove } = makeFolder('all');
  const home = pathToFileURL(`${path}/`);
  try {
    pages.forEach((page, index) => {
      const own = new URL(`${index}/`, home);
      mkdirSync(own);
      writeSamples(page, own);
    });
    const said = checkTypes(home);
    return new Map(pages.map((page, index) => [page, said.filter((line) => line.startsWith(`${index}/`))]));
  } finally {
    remove();
  }
}

/** Each caller gets its own folder, because tests run side by side. */
function makeFolder(name: string): TemporaryFolder {
  mkdirSync(folder, { recursive: true });
  return temporaryFolder(name.replaceAll('/', '-'), folder);
}

function writeSamples(page: string, home: URL): Map<string, URL> {
  const files = new Map<string, URL>();
  for (const { language, name, code } of codeBlocks(readText(page) ?? '')) {
    if (language !== 'ts') continue;
    const file = name || `sample-${files.size + 1}.ts`;
    if (files.has(file)) throw new Error(`${page} has two samples called ${file}.`);
    files.set(file, new URL(file, home));
    writeFileSync(new URL(file, home), code);
  }
  return files;
}

/** @returns the first line of each message about a sample. */
function checkTypes(home: URL): string[] {
  const settings = {
    extends: fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url)),
    compilerOptions: { noEmit: true, allowImportingTsExtensions: true, types: ['node'] },
    include: ['*/*.ts'],
  };
  writeFileSync(new URL('tsconfig.json', home), JSON.stringify(settings));
  try {
    execFileSync(compiler, ['-p', '.'], { cwd: fileURLToPath(home), encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const said = String((error as { stdout?: unknown }).stdout).split('\n');
    // Samples import the packages' sources. Another command checks those.
    const ours = said.filter((line) => /^\S/.test(line) && !line.startsWith('../'));
    const placed = ours.filter((line) => /^\d+\//.test(line));
    // Without a place it is about the compiler's settings, or no message at all.
    if (placed.length < ours.length) throw new Error(`The compiler said:\n${ours.join('\n')}`);
    return placed;
  }
}
