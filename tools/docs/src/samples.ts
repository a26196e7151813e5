import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '@isochain/leash';
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

/**
 * Writes each TypeScript sample of a page to a file and checks its types, with the settings of this repository.
 *
 * @throws Error with the compiler's messages.
 */
export function extractSamples(page: string): Samples {
  mkdirSync(folder, { recursive: true });
  // Each caller gets its own folder, because tests run side by side.
  const { path, remove } = temporaryFolder(page.replaceAll('/', '-'), folder);
  const home = pathToFileURL(`${path}/`);
  const files = new Map<string, URL>();
  for (const { language, name, code } of codeBlocks(readText(page) ?? '')) {
    if (language !== 'ts') continue;
    const file = name || `sample-${files.size + 1}.ts`;
    if (files.has(file)) throw new Error(`${page} has two samples called ${file}.`);
    files.set(file, new URL(file, home));
    writeFileSync(new URL(file, home), code);
  }
  try {
    checkTypes(home);
  } catch (error) {
    remove();
    throw error;
  }
  return { files, remove };
}

function checkTypes(home: URL): void {
  const settings = {
    extends: fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url)),
    compilerOptions: { noEmit: true, allowImportingTsExtensions: true, types: ['node'] },
    include: ['*.ts'],
  };
  writeFileSync(new URL('tsconfig.json', home), JSON.stringify(settings));
  try {
    execFileSync(compiler, ['-p', '.'], { cwd: fileURLToPath(home), encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const said = String((error as { stdout?: unknown }).stdout);
    // Samples import the packages' sources. Another command checks those.
    const ours = said.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('../'));
    if (ours.length > 0) throw new Error(`Samples do not compile:\n${ours.join('\n')}`);
  }
}
