import { catalogue, chainIds } from '@isochain/core';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { families } from '@isochain/gateway/src/families.ts';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { codeBlocks } from './markdown.ts';
import { listFiles, readText } from './repository.ts';

const readme = readText('README.md') ?? '';
const scripts: Readonly<Record<string, string>> = manifest.scripts;

/** The scripts that `npm run`, `npm start` and `npm test` in a text name. */
function scriptsIn(text: string): string[] {
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = '']) => name);
  return [...new Set([...named, ...short])];
}

describe('README', () => {
  it.each(['npm ci && npm start', 'npm ci && npm test'])('has the command %s, alone in a block', (command) => {
    expect(codeBlocks(readme).map(({ code }) => code)).toContain(`${command}\n`);
  });

  it('says where the service listens', () => {
    const { port } = settings.parse({ profile: 'development' });
    expect(new Set(readme.match(/127\.0\.0\.1:\d+/g))).toEqual(new Set([`127.0.0.1:${port}`]));
  });

  it('names the families and their numbers of chains', () => {
    const rows = [...readme.matchAll(/^\| (\w+)(?: \(UTXO\))? \| (\d+) \| (.*) \|$/gm)];
    const told = rows.map(([, family, count, text]) => [family, Number(count), text !== 'not built yet']);
    const names = [...new Set(chainIds.map((id) => catalogue[id].family))];
    const known = names.map((name) => [
      name,
      chainIds.filter((id) => catalogue[id].family === name).length,
      name in families,
    ]);
    expect(told.toSorted()).toEqual(known.toSorted());
  });
});

describe('scripts', () => {
  it.each(listFiles('**/*.md'))('in %s exist', (page) => {
    const named = scriptsIn(readText(page) ?? '');
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('are all in CONTRIBUTING', () => {
    expect(scriptsIn(readText('CONTRIBUTING.md') ?? '').toSorted()).toEqual(Object.keys(scripts).toSorted());
  });

  it('run files that exist', () => {
    const files = Object.values(scripts).flatMap(
      (script) => script.match(/\b(?:apps|tools)\/[\w/.-]+\.m?[jt]s\b/g) ?? [],
    );
    expect(files.filter((path) => readText(path) === undefined)).toEqual([]);
  });
});
