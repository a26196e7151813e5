import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findStarknetDevnet, starknetDevnetMissing } from './devnet-binary.ts';

function emptyFolder(): string {
  const { path, remove } = temporaryFolder('test');
  onTestFinished(() => {
    remove();
    vi.unstubAllEnvs();
  });
  return path;
}

function program(folder: string): string {
  const path = join(folder, 'starknet-devnet');
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

it('is found on the path, and where cargo puts it', () => {
  const [onPath, home] = [emptyFolder(), emptyFolder()];
  vi.stubEnv('PATH', onPath);
  vi.stubEnv('HOME', home);
  mkdirSync(join(home, '.cargo', 'bin'), { recursive: true });
  const installed = program(join(home, '.cargo', 'bin'));
  expect(findStarknetDevnet()).toBe(installed);
  const found = program(onPath);
  expect(findStarknetDevnet()).toBe(found);
  expect(starknetDevnetMissing()).toBeUndefined();
});

it('says what to do where it is missing', () => {
  const folder = emptyFolder();
  for (const name of ['PATH', 'HOME', 'XDG_CACHE_HOME']) vi.stubEnv(name, folder);
  expect(findStarknetDevnet()).toBeUndefined();
  expect(starknetDevnetMissing()).toBe(
    'starknet-devnet is not installed, which takes Rust (https://rustup.rs) and `npm run build:engine -- starknet`',
  );
  writeFileSync(join(folder, 'cargo'), '');
  chmodSync(join(folder, 'cargo'), 0o755);
  expect(starknetDevnetMissing()).toMatch(/^`npm run build:engine -- starknet` builds starknet-devnet/);
});
