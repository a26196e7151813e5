import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileResult } from '../journal.ts';

/** What the tests of a package came to. Nx keeps it, and brings it back for a package that nothing has changed. */
export interface PackageResults {
  readonly passed: boolean;
  readonly files: readonly FileResult[];
  readonly secondTry: readonly string[];
}

/** From the root of a package. */
const resultsFolder = '.tests';

const pathOf = (folder: string) => join(folder, resultsFolder, 'results.json');

/** @param folder - Of the package. */
export function writeResults(folder: string, results: PackageResults): void {
  const text = JSON.stringify(results);
  mkdirSync(dirname(pathOf(folder)), { recursive: true });
  writeFileSync(pathOf(folder), JSON.stringify({ digest: digestOf(text), results }));
}

/** @returns undefined if there are none, or if they are damaged. */
export function readResults(folder: string): PackageResults | undefined {
  try {
    const { digest, results } = JSON.parse(readFileSync(pathOf(folder), 'utf8')) as {
      digest: string;
      results: PackageResults;
    };
    return digest === digestOf(JSON.stringify(results)) ? results : undefined;
  } catch {
    return undefined;
  }
}

export function removeResults(folder: string): void {
  rmSync(join(folder, resultsFolder), { recursive: true, force: true });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** One line for a package, the same for a fresh result and for one that was kept. */
export function describeResults({ files, secondTry }: PackageResults): string {
  const sum = (count: (file: FileResult) => number) => files.reduce((total, file) => total + count(file), 0);
  const parts = [
    `${files.length} files`,
    `${sum(({ tests }) => tests.passed)} tests passed`,
    ...counted(
      sum(({ tests }) => tests.failed),
      'failed',
    ),
    ...counted(
      sum(({ tests }) => tests.skipped),
      'skipped',
    ),
    `${sum(({ seconds }) => seconds).toFixed(1)} s of a worker`,
  ];
  return parts.join(', ') + (secondTry.length === 0 ? '' : `. Passed at the second try: ${secondTry.join(', ')}`);
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
