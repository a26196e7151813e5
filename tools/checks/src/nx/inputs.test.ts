import { execFileSync } from 'node:child_process';
import { temporaryFolder } from '@isochain/leash';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../root.ts';
import { nxEnvironment } from './cache-folder.ts';
import { isReached } from './changed-since.ts';
import { testInputs } from './run-nx.ts';

// What Nx itself says of this project: a file that is missing here could change, and its tests would not run.

let inputs: Readonly<Record<string, readonly string[]>>;
let files: string[];
beforeAll(async () => {
  const { path, remove } = temporaryFolder('test');
  try {
    inputs = await testInputs(nxEnvironment(path));
  } finally {
    remove();
  }
  files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}, 120_000);

const of = (name: string) => {
  const found = new Set(inputs[`@isochain/${name}`]);
  expect(found.size, name).toBeGreaterThan(0);
  return found;
};
function missing(name: string, wanted: readonly string[]): string[] {
  const there = of(name);
  return wanted.filter((file) => !there.has(file));
}
const families = ['algorand', 'aptos', 'cosmos', 'evm', 'solana', 'starknet', 'stellar', 'ton', 'tron', 'utxo'];

it.each(['conformance', 'docs', 'mutate'])('tests of %s, which look at everything, depend on every file', (name) => {
  expect(missing(name, files)).toEqual([]);
});

it('tests of each package depend on all of its files', () => {
  for (const name of Object.keys(inputs)) {
    const folder = ['packages', 'apps', 'tools'].map((kind) => name.replace('@isochain', kind));
    const own = files.filter((file) => folder.some((one) => file.startsWith(`${one}/`)));
    expect(own.length, name).toBeGreaterThan(0);
    expect(missing(name.replace('@isochain/', ''), own), name).toEqual([]);
  }
});

it.each(families)('tests of %s depend on core, on the shared suite, and on how tests run', (family) => {
  const isShared = (file: string) =>
    /^(packages\/core|tools\/(conformance|dial|leash|checks))\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$/.test(file);
  const shared = files.filter(isShared);
  expect(shared.length).toBeGreaterThan(200);
  expect(missing(family, [...shared, 'package-lock.json', 'tsconfig.base.json', 'vitest.config.ts'])).toEqual([]);
});

it.each(families)('tests of %s do not depend on the code of another family', (family) => {
  const others = families.filter((other) => other !== family);
  const alien = [...of(family)].filter((file) => others.some((other) => file.startsWith(`packages/${other}/src/`)));
  expect(alien).toEqual([]);
});

it.each(families)('tests of %s depend on the whole engine of the family, and on no other engine', (family) => {
  // The contracts of Tron run on the engine of EVM chains.
  const needed = family === 'tron' ? ['tron', 'evm'] : [family];
  const isOf = (engine: string) => (file: string) =>
    file.startsWith(`tools/devnet/src/${engine}/`) && !file.endsWith('.test.ts');
  const own = files.filter((file) => needed.some((engine) => isOf(engine)(file)));
  expect(own.length).toBeGreaterThan(5);
  expect(missing(family, [...own, 'tools/devnet/src/engine.ts', 'tools/devnet/package.json'])).toEqual([]);
  const others = families.filter((other) => !needed.includes(other));
  expect([...of(family)].filter((file) => others.some((other) => isOf(other)(file)))).toEqual([]);
});

it('tests of the gateway depend on all engines', () => {
  const engines = files.filter((file) => /^tools\/devnet\/src\/.*\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'));
  expect(engines.length).toBeGreaterThan(300);
  expect(missing('gateway', engines)).toEqual([]);
});

it('a change reaches what depends on the file, or on a file beside one that is gone', () => {
  const needed = ['packages/a/src/b.ts', 'docs/signing.md'];
  expect(isReached(needed, ['packages/a/src/b.ts'])).toBe(true);
  expect(isReached(needed, ['packages/a/src'])).toBe(true);
  expect(isReached(needed, ['.'])).toBe(true);
  expect(isReached(needed, ['packages/a/src/b', 'docs/errors.md', 'packages/a/test'])).toBe(false);
  expect(isReached(needed, [])).toBe(false);
});
