import { existsSync } from 'node:fs';
import { type Bytes, type ChainId, catalogue, chainIds, type FamilyTypes } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { findHandIns } from './hand-ins/find.ts';
import { loadedFiles } from './loaded-files.ts';

/** Files that every family has, from its folder. docs/architecture.md says what is in them. */
const common = [
  'README.md',
  'package.json',
  'fixtures',
  'src/index.ts',
  'src/to-sign.ts',
  'src/family.ts',
  'src/types.ts',
  'src/chains.ts',
  'src/context.ts',
  'src/options.ts',
  'src/wishes.ts',
  'src/secrets.ts',
  'src/registration.ts',
  'src/modes',
  'src/fees',
  'src/bytes/index.ts',
  'src/bytes/plan.ts',
  'src/bytes/params.ts',
  'src/bytes/assemble.ts',
  'src/bytes/finalize.ts',
  'src/submit.ts',
  'src/failures.ts',
  'src/read/account.ts',
  'src/read/history.ts',
  'src/read/transaction.ts',
  'src/upstream/guard.ts',
];

/** What knows the network. */
const network = /^(?:upstream|read|modes)\/|^(?:submit|context|family|index)\.ts$/;

describe.each(await findHandIns())('the package $packageName', ({ packageName, family }) => {
  const root = new URL(`../../../packages/${packageName}/`, import.meta.url);
  const has = (path: string) => existsSync(new URL(path, root));
  const entry = new URL('src/bytes/index.ts', root);

  it('has the files of every family, where every family has them', () => {
    expect(common.filter((path) => !has(path))).toEqual([]);
    expect(has('src/address.ts') || has('src/address/address.ts')).toBe(true);
  });

  it('has a file for each mode', async () => {
    const { bytesOf }: { bytesOf: (id: ChainId) => Bytes<FamilyTypes> } = await import(/* @vite-ignore */ entry.href);
    const chainId = chainIds.find((id) => catalogue[id].family === family);
    const modes = Object.keys(bytesOf(chainId as ChainId).plan);
    const fileOf = (mode: string) => `src/modes/${mode.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    expect(modes).toContain('transfer');
    expect(modes.map(fileOf).filter((path) => !has(path))).toEqual([]);
  });

  it('has a file that explains bytes, unless a hash is all that is signed', async () => {
    const { bytesOf }: { bytesOf: (id: ChainId) => Bytes<FamilyTypes> } = await import(/* @vite-ignore */ entry.href);
    const chainId = chainIds.find((id) => catalogue[id].family === family);
    expect(has('src/bytes/explain.ts')).toBe(bytesOf(chainId as ChainId).explain !== undefined);
  });

  it('has a half that neither knows the network, nor reads clock or chance', () => {
    const files = loadedFiles(entry);
    expect([...files.keys()]).toContain('bytes/assemble.ts');
    expect([...files.keys()].filter((path) => network.test(path))).toEqual([]);
    for (const text of files.values()) expect(text).not.toMatch(/\bfetch\(|Date\.now|new Date|Math\.random|randomUUID/);
  });
});
