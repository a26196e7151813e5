import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@isochain/leash';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { differences, workspace } from './disk.ts';
import { generateFiles, tokenListFolders } from './files.ts';
import { main } from './generate.ts';
import { header, pageHeader } from './header.ts';

const files = generateFiles();

describe('the generated files', () => {
  it('are committed as the sources give them', () => {
    expect(differences(files, workspace)).toEqual([]);
  });

  it('are the same each time', () => {
    expect(generateFiles()).toEqual(files);
  });

  it('say in their first line that they are generated', () => {
    for (const { path, text } of files)
      expect(text.split('\n')[0], path).toBe(path.endsWith('.md') ? pageHeader : header);
  });

  it('are the four tables and the page of them', () => {
    const folders = Object.values(tokenListFolders);
    const others = files.filter(({ path }) => !folders.some((folder) => path.startsWith(`${folder}/`)));
    expect(others).toHaveLength(5);
  });

  it.each(Object.entries(tokenListFolders))(
    'are an index of lists of %s, and a list for each chain that it names',
    (_, folder) => {
      const lists = files.filter(({ path }) => path.startsWith(`${folder}/`)).map(({ path }) => path.split('/').at(-1));
      const index = files.find(({ path }) => path === `${folder}/index.data.ts`);
      for (const name of lists) if (name !== 'index.data.ts') expect(index?.text).toContain(`import('./${name}')`);
      expect(index?.text.match(/import\(/g)).toHaveLength(lists.length - 1);
    },
  );
});

describe('the command', () => {
  let folder: string;
  let said: string;

  beforeEach(() => {
    const temporary = temporaryFolder('chain-data');
    onTestFinished(temporary.remove);
    folder = temporary.path;
    said = '';
    for (const stream of [stdout, stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        said += text;
        return true;
      });
    }
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  function run(...options: string[]): number {
    said = '';
    return main(options, pathToFileURL(`${folder}/`));
  }

  it('writes what is not there, and then finds nothing to do', () => {
    expect(run('--check')).toBe(1);
    expect(run()).toBe(0);
    expect(said.trim().split('\n')).toEqual(files.map(({ path }) => path));
    expect(run('--check')).toBe(0);
    expect(run()).toBe(0);
    expect(said).toBe('');
  });

  it('names a file that was changed by hand or left over, and puts both right', () => {
    run();
    const catalogue = join(folder, 'packages/core/src/catalogue.data.ts');
    const good = readFileSync(catalogue, 'utf8');
    writeFileSync(catalogue, good.replace("'ALGO'", "'ALG'"));
    writeFileSync(join(folder, tokenListFolders.evm, 'goerli.data.ts'), 'export const tokens = [] as const;\n');

    expect(run('--check')).toBe(1);
    expect(said.match(/^packages\S+/gm)).toEqual([
      'packages/core/src/catalogue.data.ts',
      `${tokenListFolders.evm}/goerli.data.ts`,
    ]);
    expect(run()).toBe(0);
    expect(readFileSync(catalogue, 'utf8')).toBe(good);
    expect(run('--check')).toBe(0);
  });

  it('explains itself, and refuses what it does not know', () => {
    expect(run('--help')).toBe(0);
    expect(said).toContain('--check');
    expect(run('--chekc')).toBe(2);
    expect(said).toContain('Unknown option --chekc');
  });
});
