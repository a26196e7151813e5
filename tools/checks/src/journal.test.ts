import { join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished } from 'vitest';
import { type Entry, readEntries, resultsOf, unfinishedOf, workerOf, writeEntry } from './journal.ts';

const begun = (file: string, pid: number): Entry => ({ event: 'begun', file, pid });
const ended = (file: string, failed = false): Entry => ({
  event: 'ended',
  file,
  project: 'unit',
  failed,
  seconds: 1,
  tests: { passed: 1, failed: 0, skipped: 0 },
});

it('gives back what was written, in order', () => {
  const { path: folder, remove } = temporaryFolder('journal');
  onTestFinished(remove);
  const entries = [begun('a', 1), ended('a')];
  for (const entry of entries) writeEntry(join(folder, 'journal'), entry);
  expect(readEntries(join(folder, 'journal'))).toEqual(entries);
  expect(readEntries(join(folder, 'none'))).toEqual([]);
});

it('knows the last end of each file, and what never ended', () => {
  const entries = [begun('a', 1), ended('a', true), begun('a', 1), ended('a'), begun('b', 2)];
  expect(resultsOf(entries)).toMatchObject([{ file: 'a', failed: false }]);
  expect(unfinishedOf(entries)).toEqual(['b']);
});

it('knows the worker of a file only while it is at that file', () => {
  expect(workerOf([begun('a', 1), begun('b', 2)], 'a')).toBe(1);
  expect(workerOf([begun('a', 1), ended('a')], 'a')).toBeUndefined();
  expect(workerOf([begun('a', 1), begun('b', 1)], 'a')).toBeUndefined();
  expect(workerOf([begun('b', 1)], 'a')).toBeUndefined();
});
