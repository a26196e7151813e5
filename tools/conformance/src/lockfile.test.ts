import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@isochain/leash';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('../../lockfile/complete.mjs', import.meta.url));

interface Entry {
  readonly [member: string]: unknown;
}

/** An npm that knows the hashes in registry.json beside it, and answers as the real one does. */
const npm = `#!${process.execPath}
const { readFileSync, appendFileSync } = require('node:fs');
const [verb, id, field, ...more] = process.argv.slice(2);
appendFileSync(__dirname + '/asked', id + '\\n');
if (verb !== 'view' || field !== 'dist.integrity' || more.length > 0) throw new Error('not what the script may ask');
const hashes = JSON.parse(readFileSync(__dirname + '/registry.json', 'utf8'));
const answer = hashes[id] ?? hashes['*'];
if (answer === undefined) {
  process.stderr.write('npm error code E404\\nnpm error 404 No match found for version\\n');
  process.exit(1);
}
if (answer.startsWith('error ')) {
  process.stderr.write(answer + '\\n');
  process.exit(1);
}
process.stdout.write(answer + '\\n');
`;

/** Made up: 64 bytes in base64. */
const hashOf = (letter: string) => `sha512-${letter.repeat(86)}==`;

/** Of every package, unless a test says otherwise. */
const known = hashOf('k');

let folder: string;
let file: string;
let exceptions: string;
beforeEach(() => {
  const temporary = temporaryFolder('lockfile');
  onTestFinished(temporary.remove);
  folder = temporary.path;
  file = `${folder}/package-lock.json`;
  exceptions = `${folder}/without-hash.json`;
  mkdirSync(`${folder}/bin`);
  writeFileSync(`${folder}/bin/npm`, npm);
  // `require` is there only where no package.json above says that files are modules.
  writeFileSync(`${folder}/bin/package.json`, '{"type": "commonjs"}');
  chmodSync(`${folder}/bin/npm`, 0o755);
  setRegistry({ '*': known });
  setExceptions([]);
});

function write(packages: Record<string, Entry>): void {
  writeFileSync(
    file,
    `${JSON.stringify({ name: 'fixture', lockfileVersion: 3, requires: true, packages }, null, 2)}\n`,
  );
}

function read(): Record<string, Entry> {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param hashes - What npm answers for `name@version`, and for `*` all others. Nothing else exists. */
function setRegistry(hashes: Record<string, string>): void {
  writeFileSync(`${folder}/bin/registry.json`, JSON.stringify(hashes));
  writeFileSync(`${folder}/bin/asked`, '');
}

function setExceptions(ids: readonly unknown[]): void {
  writeFileSync(exceptions, JSON.stringify(ids));
}

const asked = () => readFileSync(`${folder}/bin/asked`, 'utf8').split('\n').slice(0, -1);

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, `--without-hash=${exceptions}`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` },
  });
  return { code: status, stdout, stderr };
}

/** A package with one native package per platform, as the registry would describe it. */
const wants = (names: Record<string, string>, more: Entry = {}): Entry => ({
  version: '1.0.0',
  integrity: hashOf('a'),
  ...more,
  optionalDependencies: names,
});

describe('the completion of a lockfile', () => {
  it('adds what is missing, beside the package that wants it', () => {
    write({
      '': { name: 'fixture' },
      'node_modules/@nx/nx-linux-x64-gnu': {
        version: '24.0.6',
        integrity: hashOf('x'),
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
      },
      'node_modules/nx': wants({ '@nx/nx-linux-x64-gnu': '24.0.6', '@nx/nx-darwin-arm64': '24.0.6' }, { dev: true }),
    });
    const { code, stdout } = run(file);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'added: node_modules/@nx/nx-darwin-arm64 24.0.6, wanted by node_modules/nx\nhashed: @nx/nx-darwin-arm64@24.0.6\n',
    );
    const packages = read();
    expect(packages['node_modules/@nx/nx-darwin-arm64']).toEqual({
      version: '24.0.6',
      integrity: known,
      dev: true,
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    });
    expect(Object.keys(packages), 'in the order in which npm writes them').toEqual([
      '',
      'node_modules/@nx/nx-darwin-arm64',
      'node_modules/@nx/nx-linux-x64-gnu',
      'node_modules/nx',
    ]);
  });

  it('changes nothing the second time', () => {
    write({ 'node_modules/a': wants({ 'a-win32-x64': '1.2.3' }) });
    expect(run(file).code).toBe(0);
    const once = readFileSync(file, 'utf8');
    expect(run(file)).toEqual({ code: 0, stdout: 'The lockfile is complete.\n', stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(once);
  });

  it('with --check says what is missing, and writes nothing', () => {
    write({ 'node_modules/a': wants({ 'a-win32-x64': '1.2.3' }) });
    const before = readFileSync(file, 'utf8');
    const { code, stdout, stderr } = run('--check', file);
    expect(code).toBe(1);
    expect(stdout).toBe('missing: node_modules/a-win32-x64 1.2.3, wanted by node_modules/a\n');
    expect(stderr).toContain('npm ci would refuse it');
    expect(readFileSync(file, 'utf8')).toBe(before);
    run(file);
    expect(run('--check', file).code).toBe(0);
  });

  it.each([
    ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@nx/nx-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@nx/nx-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
    ['@nx/nx-freebsd-x64', { os: ['freebsd'], cpu: ['x64'] }],
    ['@cloudflare/workerd-windows-64', { os: ['win32'], cpu: ['x64'] }],
    ['@cloudflare/workerd-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@foundry-rs/anvil-darwin-amd64', { os: ['darwin'], cpu: ['x64'] }],
    ['@biomejs/cli-android-arm64', { os: ['android'], cpu: ['arm64'] }],
    ['@img/sharp-linuxmusl-x64', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@scope/linux-tool-win32-ia32', { os: ['win32'], cpu: ['ia32'] }],
    ['tool-darwin-universal', { os: ['darwin'] }],
    ['tool-binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ])('reads the platform of %s from its name', (name, platform) => {
    write({ 'node_modules/a': wants({ [name]: '1.2.3' }) });
    expect(run(file).code).toBe(0);
    expect(read()[`node_modules/${name}`]).toEqual({
      version: '1.2.3',
      integrity: known,
      optional: true,
      ...platform,
    });
  });

  it('keeps versions apart', () => {
    write({
      'node_modules/b': { version: '1.0.0', integrity: hashOf('b') },
      'node_modules/b/node_modules/nx': wants({ 'nx-darwin-x64': '23.0.0' }),
      'node_modules/c': wants({ 'nx-darwin-x64': '22.0.0' }),
      'node_modules/nx': wants({ 'nx-darwin-x64': '24.0.0' }),
    });
    run(file);
    const versions = Object.entries(read()).flatMap(([path, { version }]) =>
      path.endsWith('nx-darwin-x64') ? [[path, version]] : [],
    );
    expect(versions).toEqual([
      ['node_modules/b/node_modules/nx-darwin-x64', '23.0.0'],
      ['node_modules/nx-darwin-x64', '22.0.0'],
      ['node_modules/nx/node_modules/nx-darwin-x64', '24.0.0'],
    ]);
  });

  it('leaves alone what is found further out, and ranges that something meets', () => {
    write({
      'node_modules/a': { version: '1.0.0', integrity: hashOf('a') },
      'node_modules/a/node_modules/b': wants({ 'b-linux-x64': '1.0.0' }),
      'node_modules/b-linux-x64': { version: '1.0.0', integrity: hashOf('b') },
      'node_modules/c': wants({ fsevents: '~2.3.2' }),
      'node_modules/fsevents': { version: '2.3.3', integrity: hashOf('f') },
    });
    expect(run('--check', file).code).toBe(0);
  });

  it('follows an alias', () => {
    write({ 'node_modules/a': wants({ native: 'npm:@scope/native-darwin-arm64@3.2.1' }) });
    run(file);
    expect(read()['node_modules/native']).toEqual({
      name: '@scope/native-darwin-arm64',
      version: '3.2.1',
      integrity: known,
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    });
  });

  it('does not guess: a name without a platform is an error', () => {
    write({ 'node_modules/a': wants({ bufferutil: '4.0.8' }) });
    const { code, stderr } = run(file);
    expect(code).not.toBe(0);
    expect(stderr).toContain('bufferutil, wanted by node_modules/a: its name tells no platform');
  });

  it('follows an alias to its hash', () => {
    setRegistry({ '@scope/native-darwin-arm64@3.2.1': hashOf('n') });
    write({ 'node_modules/a': wants({ native: 'npm:@scope/native-darwin-arm64@3.2.1' }) });
    expect(run(file).code).toBe(0);
    expect(read()['node_modules/native']?.integrity).toBe(hashOf('n'));
  });

  it('explains itself', () => {
    expect(run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--check') });
    expect(run('--fix').code).toBe(2);
    expect(run('a', 'b').code).toBe(2);
  });

  it('needs nothing but Node', () => {
    const imports = [...readFileSync(script, 'utf8').matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
    expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });
});

describe('hashes in a lockfile', () => {
  const darwin = { version: '1.2.3', optional: true, os: ['darwin'], cpu: ['arm64'] };

  it('are asked for where there is none, once for each version', () => {
    setRegistry({ 'a-darwin-arm64@1.2.3': hashOf('d'), 'b@2.0.0': hashOf('e') });
    write({
      '': { name: 'fixture' },
      'node_modules/a-darwin-arm64': darwin,
      'node_modules/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/c': { version: '3.0.0', integrity: hashOf('c') },
      'node_modules/c/node_modules/a-darwin-arm64': darwin,
    });
    const { code, stdout } = run(file);
    expect([code, stdout]).toEqual([0, 'hashed: a-darwin-arm64@1.2.3\nhashed: b@2.0.0\n']);
    expect(asked()).toEqual(['a-darwin-arm64@1.2.3', 'b@2.0.0']);
    const packages = read();
    expect(packages['node_modules/a-darwin-arm64']).toEqual({ ...darwin, integrity: hashOf('d') });
    expect(packages['node_modules/c/node_modules/a-darwin-arm64']).toEqual({ ...darwin, integrity: hashOf('d') });
    expect(packages['node_modules/b'], 'where npm writes it').toEqual({
      version: '2.0.0',
      integrity: hashOf('e'),
      license: 'MIT',
    });
    expect(Object.keys(packages['node_modules/b'] ?? {})).toEqual(['version', 'integrity', 'license']);
    expect(run('--check', file)).toMatchObject({ code: 0, stdout: 'The lockfile is complete.\n' });
  });

  it('are required by --check, which asks nobody', () => {
    write({ 'node_modules/a-darwin-arm64': darwin });
    const { code, stdout, stderr } = run('--check', file);
    expect([code, stdout]).toEqual([1, 'without a hash: a-darwin-arm64@1.2.3\n']);
    expect(stderr).toContain('npm checks nothing of a package without a hash');
    expect(asked()).toEqual([]);
  });

  it('are not required of folders of the repository, and of what comes inside of another package', () => {
    write({
      '': { name: 'fixture' },
      'packages/core': { version: '0.1.0' },
      'node_modules/@isochain/core': { resolved: 'packages/core', link: true },
      'node_modules/b': { version: '1.0.0', integrity: hashOf('b') },
      'node_modules/b/node_modules/c': { version: '1.0.0', inBundle: true },
    });
    expect(run('--check', file).code).toBe(0);
    expect(run(file).code).toBe(0);
    expect(asked()).toEqual([]);
  });

  it('that the registry does not have are an error, and the others are written', () => {
    setRegistry({ 'b@2.0.0': hashOf('e') });
    write({ 'node_modules/a-darwin-arm64': darwin, 'node_modules/b': { version: '2.0.0' } });
    const { code, stdout, stderr } = run(file);
    expect([code, stdout]).toEqual([1, 'hashed: b@2.0.0\nwithout a hash: a-darwin-arm64@1.2.3\n']);
    expect(stderr).toContain('choose a version that it has');
    expect(read()['node_modules/b']?.integrity).toBe(hashOf('e'));
  });

  it('may be missing of what is listed', () => {
    setRegistry({});
    setExceptions(['a-darwin-arm64@1.2.3']);
    write({ 'node_modules/a-darwin-arm64': darwin });
    expect(run('--check', file).code).toBe(0);
    expect(run(file).code).toBe(0);
    write({ 'node_modules/a-darwin-arm64': { ...darwin, version: '1.2.4' } });
    expect(run('--check', file).stdout).toContain('without a hash: a-darwin-arm64@1.2.4\n');
  });

  it.each([
    { optional: true, os: ['linux'], cpu: ['x64'] },
    { optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    { optional: true, os: ['linux'] },
    { optional: true },
    { os: ['darwin'] },
  ])('may never be missing of what Linux on x64 installs: %o', (platform) => {
    setExceptions(['a@1.0.0']);
    write({ 'node_modules/a': { version: '1.0.0', ...platform } });
    expect(run('--check', file)).toMatchObject({
      code: 1,
      stdout: 'without a hash, and installed on Linux (x64, glibc): a@1.0.0\n',
    });
  });

  it('that are there now leave the list', () => {
    setExceptions(['a-darwin-arm64@1.2.3']);
    write({ 'node_modules/a-darwin-arm64': darwin });
    expect(run(file)).toMatchObject({
      code: 1,
      stdout: 'hashed: a-darwin-arm64@1.2.3\nno exception any more, so take it off the list: a-darwin-arm64@1.2.3\n',
    });
    expect(run('--check', file).code).toBe(1);
    setExceptions([]);
    expect(run('--check', file).code).toBe(0);
  });

  it.each([
    ['sha1-LhV6eMQIjJuWOFRfVDcTJFMzNQE=', 'npm told no hash of b@2.0.0: sha1-'],
    ['error ENOTFOUND', 'npm told no hash of b@2.0.0: error ENOTFOUND'],
  ])('are SHA-512 and nothing else: %s', (answer, message) => {
    setRegistry({ 'b@2.0.0': answer });
    write({ 'node_modules/b': { version: '2.0.0' } });
    const before = readFileSync(file, 'utf8');
    const { code, stderr } = run(file);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('need a list of names, if there are exceptions', () => {
    write({ '': { name: 'fixture' } });
    setExceptions([1]);
    expect(run('--check', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('not a list of texts') });
  });
});
