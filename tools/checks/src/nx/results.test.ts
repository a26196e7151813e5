import { readFileSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished } from 'vitest';
import { describeResults, type PackageResults, readResults, removeResults, writeResults } from './results.ts';

const results: PackageResults = {
  passed: true,
  files: [
    {
      file: 'packages/x/src/a.test.ts',
      project: 'unit',
      failed: false,
      seconds: 1.25,
      tests: { passed: 3, failed: 0, skipped: 2 },
    },
    {
      file: 'packages/x/src/b.test.ts',
      project: 'unit',
      failed: false,
      seconds: 2,
      tests: { passed: 4, failed: 0, skipped: 0 },
    },
  ],
  secondTry: [],
};

function folder(): string {
  const { path, remove } = temporaryFolder('test');
  onTestFinished(remove);
  return path;
}

it('reads what was written', () => {
  const place = folder();
  writeResults(place, results);
  expect(readResults(place)).toEqual(results);
  removeResults(place);
  expect(readResults(place)).toBeUndefined();
});

it.each<[string, (text: string) => string]>([
  ['is cut off', (text) => text.slice(0, -20)],
  ['is empty', () => ''],
  ['says another thing than what was written', (text) => text.replace('"passed":3', '"passed":8')],
  ['has no digest', () => JSON.stringify({ results })],
])('believes no file that %s', (_, damage) => {
  const place = folder();
  writeResults(place, results);
  const path = `${place}/.tests/results.json`;
  writeFileSync(path, damage(readFileSync(path, 'utf8')));
  expect(readResults(place)).toBeUndefined();
});

it('tells counts, and what passed at the second try', () => {
  expect(describeResults(results)).toBe('2 files, 7 tests passed, 2 skipped, 3.3 s of a worker');
  expect(describeResults({ ...results, secondTry: ['a.test.ts'] })).toBe(
    '2 files, 7 tests passed, 2 skipped, 3.3 s of a worker. Passed at the second try: a.test.ts',
  );
});
