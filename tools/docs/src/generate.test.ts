import { readFileSync, writeFileSync } from 'node:fs';
import { stderr, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { catalogue, chainIds } from '@isochain/core';
import { temporaryFolder } from '@isochain/leash';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from './generate.ts';
import { header, pages } from './pages.ts';
import { withCounts } from './readme-counts.ts';
import { workspace } from './repository.ts';

const countOf = (family: string) => chainIds.filter((id) => catalogue[id].family === family).length;

describe('generate', () => {
  let folder: string;
  let root: URL;
  let said: string;

  beforeEach(() => {
    const temporary = temporaryFolder('docs');
    onTestFinished(temporary.remove);
    folder = temporary.path;
    root = pathToFileURL(`${folder}/`);
    said = '';
    const listen = (text: string | Uint8Array) => {
      said += String(text);
      return true;
    };
    vi.spyOn(stdout, 'write').mockImplementation(listen);
    vi.spyOn(stderr, 'write').mockImplementation(listen);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('writes pages that say in their first line that they are generated, and then has nothing to do', async () => {
    expect(await main([], root)).toBe(0);
    for (const { path, text } of await pages()) {
      expect(said).toContain(path);
      // JSON has no comments. Only numbers of the README are generated, and only tables of the pages of fees and of signing.
      const isPart = ['docs/evm-fees.md', 'docs/signing.md'].includes(path);
      const isWhole = path.startsWith('docs/') && path.endsWith('.md') && !isPart;
      expect(text.startsWith(`${header}\n`), path).toBe(isWhole);
      expect(readFileSync(new URL(path, root), 'utf8')).toBe(text);
    }
    said = '';
    expect(await main([], root)).toBe(0);
    expect(await main(['--check'], root)).toBe(0);
    expect(said).toBe('');
  });

  it('counts the chains of each family in the README', () => {
    expect(withCounts('| evm | 7 | all |\n| bitcoin (UTXO) | 7 | some |\n| other | 7 | none |')).toBe(
      `| evm | ${countOf('evm')} | all |\n| bitcoin (UTXO) | ${countOf('bitcoin')} | some |\n| other | 7 | none |`,
    );
  });

  it('fails and names the pages that differ', async () => {
    await main([], root);
    writeFileSync(new URL('docs/errors.md', root), 'changed by hand');
    said = '';
    expect(await main(['--check'], root)).toBe(1);
    expect(said).toBe('docs/errors.md is not what tools/docs generates: run "npm run generate".\n');
  });

  it('names a page that is absent, and writes nothing', async () => {
    expect(await main(['--check'], root)).toBe(1);
    expect(await main(['--check'], root)).toBe(1);
    expect(said).toContain('docs/errors.md');
  });

  it('prints its help, and names an unknown argument', async () => {
    expect(await main(['--help'], root)).toBe(0);
    expect(said).toContain('--check');
    expect(await main(['--chekc'], root)).toBe(2);
    expect(said).toContain('Unknown option --chekc');
  });

  it('has nothing to do in this repository', async () => {
    expect(await main(['--check'], workspace), said).toBe(0);
  });
});
