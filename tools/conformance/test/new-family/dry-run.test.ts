import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '@isochain/leash';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root, run } from '../../src/checks/workspace.ts';
import { findHandIns } from '../../src/hand-ins/find.ts';
import { nextSteps, registeringLine, scaffold } from '../../src/new-family/scaffold.ts';

// A pretend family is begun as docs/add-a-family.md says, in a copy of the files that this changes. Its name on the wire is that of a family of
// the specification: those are a closed list.

const pebble = { packageName: 'pebble', family: 'algorand' } as const;
const changed = ['tsconfig.json', 'apps/gateway/tsconfig.lib.json', 'apps/gateway/package.json'];

interface Result {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

// Not in git, and within the workspace, so that packages find each other.
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
mkdirSync(dist, { recursive: true });

describe('npm run new-family', () => {
  let copy: string;
  let written: string[];
  beforeAll(() => {
    const folder = temporaryFolder('new-family', dist);
    copy = `${folder.path}/`;
    for (const path of [...changed, 'LICENSE', 'tsconfig.base.json']) {
      mkdirSync(dirname(copy + path), { recursive: true });
      copyFileSync(root + path, copy + path);
    }
    written = scaffold(pebble, copy);
    return folder.remove;
  });

  it('writes the package, without a word left to fill in', () => {
    const files = globSync('packages/**/*.*', { cwd: copy });
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) expect(readFileSync(copy + file, 'utf8'), file).not.toMatch(/__(?!PURE)\w+__/);
    expect(written).toEqual(
      expect.arrayContaining([...changed, 'packages/pebble/LICENSE', 'packages/pebble/test/hand-in.ts']),
    );
    expect(written).toEqual(
      expect.arrayContaining(['packages/pebble/src/secrets.ts', 'packages/pebble/src/registration.ts']),
    );
  });

  it('makes it known to the compiler and to npm', () => {
    const read = (path: string) => JSON.parse(readFileSync(copy + path, 'utf8'));
    const paths = (path: string) => read(path).references.map((one: { path: string }) => one.path);
    expect(paths('tsconfig.json')).toContain('packages/pebble/tsconfig.lib.json');
    expect(paths('apps/gateway/tsconfig.lib.json')).toContain('../../packages/pebble/tsconfig.lib.json');
    expect(read('apps/gateway/package.json').dependencies).toHaveProperty('@isochain/pebble', '*');
  });

  it('compiles, and passes lint', async () => {
    const types = await run('tsc', ['-p', `${copy}packages/pebble/tsconfig.json`]);
    expect(types.output).toBe('');
    // The copy lies in a folder that git and so lint ignore.
    const lint = await run('biome', ['lint', '--vcs-enabled=false', `${copy}packages/pebble`]);
    expect(lint.code, lint.output).toBe(0);
  });

  it('is registered in the gateway by one line', async () => {
    const gateway = `${root}apps/gateway/src/`;
    // Where the compiler's settings of the pretend family hold: the copy has not all that those of the gateway name.
    const served = `${copy}packages/pebble/test/served/`;
    mkdirSync(served);
    copyFileSync(`${gateway}families.ts`, `${served}families.ts`);
    // All but the family whose name the pretend one has.
    const lines = readFileSync(`${gateway}registered.ts`, 'utf8').split('\n');
    const others = lines.filter((line) => !line.includes(` as ${pebble.family} }`)).join('\n');
    writeFileSync(`${served}registered.ts`, `${others}${registeringLine(pebble)}\n`);
    mkdirSync(`${copy}node_modules/@isochain`, { recursive: true });
    symlinkSync(`${copy}packages/pebble`, `${copy}node_modules/@isochain/pebble`, 'junction');
    const { families, keyLikeIds }: typeof import('@isochain/gateway/src/families.ts') = await import(
      pathToFileURL(`${served}families.ts`).href
    );
    const before = [...others.matchAll(/as (\w+) \}/g)].map(([, name]) => name);
    expect(Object.keys(families).toSorted()).toEqual([...before, 'algorand'].toSorted());
    expect(keyLikeIds.algorand).toEqual({});
    expect((await families.algorand?.())?.family.name).toBe('algorand');
    rmSync(served, { recursive: true });
  });

  it('is found by all that look for hand-ins', async () => {
    const [found, ...others] = await findHandIns(pathToFileURL(`${copy}packages/`));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ packageName: 'pebble', exportName: 'pebble', family: 'algorand' });
    expect(() => found?.bench.transfer(1)).toThrow(
      'packages/pebble/test/hand-in/bench.ts does not hand in transfer yet',
    );
    expect(() => found?.records()).toThrow('packages/pebble/test/hand-in.ts does not hand in records yet');
  });

  it('fails where something must be written, and says where', async () => {
    const config = fileURLToPath(new URL('dry-run.config.ts', import.meta.url));
    const file = `${copy}results.json`;
    const { code, output } = await run('vitest', [
      'run',
      '--config',
      config,
      '--root',
      copy,
      '--reporter',
      'json',
      '--outputFile',
      file,
    ]);
    expect(code, output).toBe(1);
    const { testResults }: { testResults: { assertionResults: Result[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.filter(({ status }) => status === 'failed');
    const told = failed
      .map(({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message.split('\n')[0]}`)
      .toSorted();
    expect(results.filter(({ status }) => status !== 'failed')).toEqual([]);
    expect(told).toEqual([
      expect.stringContaining('packages/pebble/test/recorded'),
      expect.stringContaining('packages/pebble/src/conformance.engine.test.ts'),
      expect.stringContaining('packages/pebble/test/docs/signing.test.ts'),
      expect.stringContaining('(package.json)'),
      expect.stringContaining('test/hand-in/known-transaction.ts'),
      expect.stringContaining('packages/pebble/src/bytes/index.ts makes no bytes for algorand yet'),
    ]);
  });

  it('says what is left to do', () => {
    const steps = nextSteps(pebble);
    expect(steps).toContain("export { registration as algorand } from '@isochain/pebble/registration';");
    for (const place of ['packages/pebble/test/hand-in.ts', 'tools/devnet/src/pebble', 'docs/signing.md'])
      expect(steps).toContain(place);
  });

  it('refuses what is there already, names that cannot be, and families that nobody knows', () => {
    expect(() => scaffold(pebble, copy)).toThrow('packages/pebble is there already.');
    expect(() => scaffold({ ...pebble, packageName: '../x' }, copy)).toThrow("cannot be a package's name");
    expect(() => scaffold({ packageName: 'stone', family: 'stone' as 'evm' }, copy)).toThrow('no family "stone"');
  });
});

describe('hand-ins', () => {
  it.each([
    ['export const other = {};', 'packages/stone/test/hand-in.ts does not export "handIn"'],
    [
      "export const handIn = { family: 'evm', exportName: 'evm', sign() {}, records() {}, moneyPaths: [] };",
      'does not hand in demo, bench, knownTransaction, examples',
    ],
  ])('that are not whole are refused: %#', async (text, message) => {
    const { path: packages, remove } = temporaryFolder('hand-ins', dist);
    onTestFinished(remove);
    mkdirSync(`${packages}/stone/test`, { recursive: true });
    writeFileSync(`${packages}/stone/test/hand-in.ts`, text);
    await expect(findHandIns(pathToFileURL(`${packages}/`))).rejects.toThrow(message);
  });
});

describe('tools and apps', () => {
  /** What may name families: the gateway's list, the engines, and the generator of the tables of chains. */
  const mayName = [/^apps\/gateway\/src\/registered\.ts$/, /^tools\/devnet\//, /^tools\/chain-data\//];

  it('import no family by its name', async () => {
    const packages = (await findHandIns()).map(({ packageName }) => packageName);
    const named = new RegExp(`['"](?:@isochain|(?:\\.\\./)+packages)/(?:${packages.join('|')})['"/]`);
    const files = globSync(['{apps,tools}/*/src/**/*.ts', '{apps,tools}/*/package.json'], { cwd: root })
      .filter((file) => !file.endsWith('.test.ts') && file !== 'apps/gateway/package.json')
      .filter((file) => !mayName.some((pattern) => pattern.test(file)));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => named.test(readFileSync(root + file, 'utf8')))).toEqual([]);
  });
});
