import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished, vi } from 'vitest';
import { engineCacheFolder } from './engine-cache.ts';

function sourcesWith(files: Record<string, string>): string {
  const { path: folder, remove } = temporaryFolder('test');
  onTestFinished(remove);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

it('names the folder of a program after the content of its sources', () => {
  const folder = (files: Record<string, string>) => engineCacheFolder('node', sourcesWith(files));
  const first = folder({ 'main.go': 'package main', 'go.sum': 'a' });
  expect(folder({ 'go.sum': 'a', 'main.go': 'package main' })).toBe(first);
  expect(folder({ 'main.go': 'package main', 'go.sum': 'b' })).not.toBe(first);
  expect(folder({ 'main2.go': 'package main', 'go.sum': 'a' })).not.toBe(first);
  // What moves from one file into the next is a change too.
  expect(folder({ 'a.go': 'xy', 'b.go': 'z' })).not.toBe(folder({ 'a.go': 'x', 'b.go': 'yz' }));
  expect(basename(first)).toMatch(/^node-[0-9a-f]{16}$/);
});

it('heeds neither files of editors nor folders', () => {
  const clean = engineCacheFolder('node', sourcesWith({ 'main.go': '' }));
  const littered = sourcesWith({ 'main.go': '', '.main.go.swp': 'x', 'main.go~': 'y' });
  mkdirSync(join(littered, 'folder'));
  expect(engineCacheFolder('node', littered)).toBe(clean);
});

it('is where the system keeps caches', () => {
  vi.stubEnv('XDG_CACHE_HOME', '/elsewhere');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(dirname(engineCacheFolder('node', sourcesWith({})))).toBe('/elsewhere/isochain');
});
