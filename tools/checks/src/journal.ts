import { appendFileSync, readFileSync } from 'node:fs';

/**
 * What happened to test files, a line of JSON each. Workers and the program above them write into one file: so it is known which files had begun
 * and not ended, whatever became of either.
 */
export type Entry =
  | {
      /** Written by the worker itself before it loads the file: a loop that never yields can hold back every later message. */
      readonly event: 'begun';
      readonly file: string;
      readonly pid: number;
    }
  | (FileResult & { readonly event: 'ended' })
  | {
      /** An error that no test caught. */
      readonly event: 'error';
      /** undefined if it belongs to no file: then trying a file again proves nothing. */
      readonly file: string | undefined;
      readonly message: string;
    };

/** How a test file ended. */
export interface FileResult {
  /** The path from the root of the project, with `/`. */
  readonly file: string;
  /** Of the vitest configuration: unit, engines, ... */
  readonly project: string;
  readonly failed: boolean;
  /** What a worker spent on it, with loading. */
  readonly seconds: number;
  readonly tests: { readonly passed: number; readonly failed: number; readonly skipped: number };
}

/** The environment variable that names the file. */
export const journalVariable = 'CHECKS_JOURNAL';

export function writeEntry(journal: string, entry: Entry): void {
  // One small write at the end of the file: lines of several processes do not mix.
  appendFileSync(journal, `${JSON.stringify(entry)}\n`);
}

/** All entries so far. A line that is not whole yet is left out. */
export function readEntries(journal: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(journal, 'utf8');
  } catch {
    // No test file has begun.
    return [];
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry);
}

/** The last result of each file and project. */
export function resultsOf(entries: readonly Entry[]): FileResult[] {
  const results = new Map<string, FileResult>();
  for (const entry of entries) if (entry.event === 'ended') results.set(`${entry.project} ${entry.file}`, entry);
  return [...results.values()];
}

/** Files that began and did not end: their worker was stopped, or ended by itself. */
export function unfinishedOf(entries: readonly Entry[]): string[] {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.event === 'begun') open.add(entry.file);
    if (entry.event === 'ended') open.delete(entry.file);
  }
  return [...open];
}

/** The process that is at a file now; undefined if it is at another one by now, or at none. */
export function workerOf(entries: readonly Entry[], file: string): number | undefined {
  const begun = entries.findLast((entry) => entry.event === 'begun' && entry.file === file);
  if (begun?.event !== 'begun' || !unfinishedOf(entries).includes(file)) return undefined;
  const last = entries.findLast((entry) => entry.event === 'begun' && entry.pid === begun.pid);
  return last === begun ? begun.pid : undefined;
}
