import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openCacheFolder } from './cache-folder.ts';

function folder(): string {
  const { path, remove } = temporaryFolder('test');
  onTestFinished(remove);
  return path;
}

/** What is said in the meantime. */
function said(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => spy.mockRestore());
  return lines;
}

/** A folder as Nx leaves it. */
function kept(): string {
  const place = folder();
  mkdirSync(`${place}/data`);
  mkdirSync(`${place}/results`);
  const database = new DatabaseSync(`${place}/data/machine-v3.db`);
  database.exec('CREATE TABLE hashes (hash TEXT PRIMARY KEY)');
  database.exec("INSERT INTO hashes VALUES ('a hash')");
  database.close();
  writeFileSync(`${place}/data/nx_files.nxt`, 'hashes of files');
  return place;
}

it('makes the folder', () => {
  const lines = said();
  const place = `${folder()}/isochain/nx`;
  expect(openCacheFolder(false, place)).toBe(place);
  expect(existsSync(place)).toBe(true);
  expect(lines).toEqual([]);
});

it('keeps what is there, and forgets hashes of files, which may be those of another checkout', () => {
  const lines = said();
  const place = kept();
  expect(openCacheFolder(false, place)).toBe(place);
  expect(readdirSync(`${place}/data`)).toEqual(['machine-v3.db']);
  expect(lines).toEqual([]);
});

it('goes without a folder that cannot be made, and says so in one line', () => {
  const lines = said();
  const file = `${folder()}/file`;
  writeFileSync(file, '');
  expect(openCacheFolder(false, `${file}/nx`)).not.toContain(file);
  expect(lines).toEqual([
    expect.stringMatching(/^Results cannot be kept in .*\/file\/nx: ENOTDIR.*\. Everything runs\.$/),
  ]);
});

it.each<[string, (database: string) => void]>([
  ['is no database', (database) => writeFileSync(database, 'x'.repeat(20_000))],
  ['is cut off', (database) => writeFileSync(database, 'SQLite format 3\0')],
])('removes what is there if its list %s, and says so in one line', (_, damage) => {
  const lines = said();
  const place = kept();
  damage(`${place}/data/machine-v3.db`);
  expect(openCacheFolder(false, place)).toBe(place);
  expect(existsSync(place)).toBe(false);
  expect(lines).toEqual([expect.stringContaining(`What was kept in ${place} is damaged. It is removed`)]);
});

it('takes nothing from earlier runs if told so', () => {
  const place = kept();
  expect(openCacheFolder(true, place)).not.toBe(place);
  expect(existsSync(`${place}/data/nx_files.nxt`)).toBe(true);
});
