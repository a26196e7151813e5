import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOutside } from './files-outside.ts';

/** A project with these files. @returns its root. */
function project(files: Readonly<Record<string, string>>): string {
  const { path, remove } = temporaryFolder('test');
  onTestFinished(remove);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(`${path}/${file}`), { recursive: true });
    writeFileSync(`${path}/${file}`, text);
  }
  return `${path}/`;
}

describe('what the files of a package name outside of it', () => {
  it('are pages, files that are read, and modules with what they import', () => {
    const root = project({
      'packages/a/src/a.test.ts': [
        "import { b } from '../../b/test/b.ts';",
        "const page = readText('docs/chains.md');",
        "const table = new URL('../../../tools/table/rows.json', import.meta.url);",
        `const own = \`\${import.meta.dirname}/../fixtures/own.json\`;`,
      ].join('\n'),
      'packages/a/fixtures/own.json': '',
      'packages/b/test/b.ts': "export { c } from './c.ts';",
      'packages/b/test/c.ts': "export const c = 'docs/testing.md';",
      'packages/b/test/d.ts': '',
      'tools/table/rows.json': '',
      'docs/chains.md': '',
      'docs/errors.md': '',
      'docs/testing.md': '',
    });
    expect(filesOutside('packages/a', root)).toEqual([
      'docs/chains.md',
      'docs/testing.md',
      'packages/b/test/b.ts',
      'packages/b/test/c.ts',
      'tools/table/rows.json',
    ]);
    expect(filesOutside('packages/b', root)).toEqual(['docs/testing.md']);
  });

  it('are whole folders, if the package itself names them', () => {
    const root = project({
      'tools/a/src/a.ts': "const packages = new URL('../../../packages/', import.meta.url);",
      'tools/b/src/b.ts': "import { packages } from '../../a/src/a.ts';",
      'tools/c/src/c.ts': `const file = new URL(\`../../../packages/\${name}/package.json\`, import.meta.url);`,
      'tools/d/src/d.ts': "const root = new URL('../../../', import.meta.url);",
      'packages/x/package.json': '{}',
    });
    expect(filesOutside('tools/a', root)).toEqual(['packages/**/*']);
    expect(filesOutside('tools/b', root)).toEqual(['tools/a/src/a.ts']);
    expect(filesOutside('tools/c', root)).toEqual(['packages/**/*']);
    expect(filesOutside('tools/d', root)).toEqual(['**/*']);
  });

  it('are parts of a package that has an entry for each, with what they import', () => {
    const root = project({
      'tools/chains/package.json': JSON.stringify({
        nx: { namedInputs: { testable: ['default', '!{projectRoot}/src/**/*'] } },
        exports: {
          '.': { 'isochain-source': './src/index.ts' },
          './one': { 'isochain-source': './src/one/index.ts' },
          './clock': { 'isochain-source': './src/clock.ts' },
        },
      }),
      'tools/chains/src/index.ts': "export { one } from './one/one.ts';",
      'tools/chains/src/clock.ts': '',
      'tools/chains/src/one/index.ts': "export { one } from './one.ts';",
      'tools/chains/src/one/one.ts': "import { port } from '../port.ts';\nimport { two } from '../two/two.ts';",
      'tools/chains/src/one/one.test.ts': '',
      'tools/chains/src/one/genesis.json': '',
      'tools/chains/src/port.ts': '',
      'tools/chains/src/two/two.ts': '',
      'tools/chains/src/two/table.json': '',
      'tools/chains/src/three/three.ts': '',
      'packages/a/src/a.test.ts': "import { one } from '@isochain/chains/one';",
      'packages/b/src/b.test.ts': "import { clock } from '@isochain/chains/clock';",
      'packages/c/src/c.test.ts': "const { one } = await import('@isochain/chains');",
      'packages/d/package.json': JSON.stringify({ exports: { '.': { 'isochain-source': './src/d.ts' } } }),
      'packages/d/src/d.ts': '',
      'packages/e/src/e.test.ts': "import { d } from '@isochain/d';",
    });
    const one = ['one/genesis.json', 'one/index.ts', 'one/one.ts', 'port.ts', 'two/table.json', 'two/two.ts'].map(
      (file) => `tools/chains/src/${file}`,
    );
    expect(filesOutside('packages/a', root)).toEqual(one);
    expect(filesOutside('packages/b', root)).toEqual(['tools/chains/src/clock.ts']);
    expect(filesOutside('packages/c', root)).toEqual(['tools/chains/src/index.ts', ...one].sort());
    expect(filesOutside('packages/e', root)).toEqual([]);
  });

  it('are no files that are not there, installed packages, or files beside the project', () => {
    const root = project({
      'packages/a/src/a.ts': [
        "import '../../b/src/nothing.ts';",
        "const tsc = new URL('../../../node_modules/.bin/tsc', import.meta.url);",
        "const beside = new URL('../../../../shared/', import.meta.url);",
      ].join('\n'),
      'node_modules/.bin/tsc': '',
    });
    expect(filesOutside('packages/a', root)).toEqual([]);
  });
});

describe('of this project', () => {
  it('a family names its pages, the page of signatures, and no whole folder', () => {
    expect(filesOutside('packages/utxo')).toEqual(
      expect.arrayContaining(['docs/bitcoin.md', 'docs/signing.md', 'packages/babylon/test/babylon.ts']),
    );
    for (const family of ['algorand', 'aptos', 'cosmos', 'evm', 'solana', 'starknet', 'stellar', 'ton', 'tron', 'utxo'])
      expect(filesOutside(`packages/${family}`).filter((path) => path.includes('*'))).toEqual([]);
  });

  it('core names nothing, and the suite of all packages names everything', () => {
    expect(filesOutside('packages/core')).toEqual([]);
    expect(filesOutside('tools/conformance')).toContain('**/*');
  });
});
