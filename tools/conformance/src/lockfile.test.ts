import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../lockfile/complete.mjs', import.meta.url));

interface Entry {
  readonly [member: string]: unknown;
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/isochain-lockfile-`);
  file = `${folder}/package-lock.json`;
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(packages: Record<string, Entry>): void {
  writeFileSync(
    file,
    `${JSON.stringify({ name: 'fixture', lockfileVersion: 3, requires: true, packages }, null, 2)}\n`,
  );
}

function read(): Record<string, Entry> {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** A package with one native package per platform, as the registry would describe it. */
const wants = (names: Record<string, string>, more: Entry = {}): Entry => ({
  version: '1.0.0',
  ...more,
  optionalDependencies: names,
});

describe('the completion of a lockfile', () => {
  it('adds what is missing, beside the package that wants it', () => {
    write({
      '': { name: 'fixture' },
      'node_modules/@nx/nx-linux-x64-gnu': { version: '24.0.6', optional: true, os: ['linux'], cpu: ['x64'] },
      'node_modules/nx': wants({ '@nx/nx-linux-x64-gnu': '24.0.6', '@nx/nx-darwin-arm64': '24.0.6' }, { dev: true }),
    });
    const { code, stdout } = run(file);
    expect(code).toBe(0);
    expect(stdout).toBe('added: node_modules/@nx/nx-darwin-arm64 24.0.6, wanted by node_modules/nx\n');
    const packages = read();
    expect(packages['node_modules/@nx/nx-darwin-arm64']).toEqual({
      version: '24.0.6',
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
    expect(read()[`node_modules/${name}`]).toEqual({ version: '1.2.3', optional: true, ...platform });
  });

  it('keeps versions apart', () => {
    write({
      'node_modules/b': { version: '1.0.0' },
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
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a/node_modules/b': wants({ 'b-linux-x64': '1.0.0' }),
      'node_modules/b-linux-x64': { version: '1.0.0' },
      'node_modules/c': wants({ fsevents: '~2.3.2' }),
      'node_modules/fsevents': { version: '2.3.3' },
    });
    expect(run('--check', file).code).toBe(0);
  });

  it('follows an alias', () => {
    write({ 'node_modules/a': wants({ native: 'npm:@scope/native-darwin-arm64@3.2.1' }) });
    run(file);
    expect(read()['node_modules/native']).toEqual({
      name: '@scope/native-darwin-arm64',
      version: '3.2.1',
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
