import { join } from 'node:path';
import process from 'node:process';
import { settings } from '@isochain/dial';
// By its path: Nx loads this, and packages find each other's sources by a condition, which Nx does not set.
import { spawnTied } from '../../leash/src/index.ts';
import { type FileResult, journalVariable, readEntries, resultsOf } from './journal.ts';
import { root } from './root.ts';
import { type Failures, failuresOf, judge } from './second-try.ts';

/** What a run of test files came to. */
export interface Outcome {
  readonly passed: boolean;
  /** What failed in the end. Empty, without `passed`: the run itself failed. */
  readonly failures: Failures;
  /** The last result of each file that ended. */
  readonly results: readonly FileResult[];
  /** Files that failed first and passed when they were run once more, alone. */
  readonly secondTry: readonly string[];
}

/**
 * Runs test files. What fails is run once more, alone, at the end.
 *
 * @param journal - File for what happens (journal.ts). The second try has its own beside it.
 * @param args - Arguments of vitest.
 */
export async function runVitest(journal: string, args: readonly string[]): Promise<Outcome> {
  const first = await startVitest(journal, args);
  const entries = readEntries(journal);
  const failures = failuresOf(entries);
  const outcome = { passed: first, failures, results: resultsOf(entries), secondTry: [] };
  if (first) return outcome;
  const verdict = judge(failures, settings.exhaustive);
  if (verdict.again === undefined) {
    console.error(verdict.why);
    return outcome;
  }
  console.error(`\nFailed, and run once more, alone:${listOf(verdict.again)}\n`);
  const journalOfSecond = `${journal}-second`;
  const passed = await startVitest(journalOfSecond, ['--maxWorkers=1', ...verdict.again]);
  if (passed) console.error(`\nPassed at the second try:${listOf(verdict.again)}`);
  const later = readEntries(journalOfSecond);
  return {
    passed,
    failures: failuresOf(later),
    results: resultsOf([...entries, ...later]),
    secondTry: passed ? verdict.again : [],
  };
}

/** @returns whether it ended with success. */
function startVitest(journal: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawnTied(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, [journalVariable]: journal },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\n  ${name}`).join('');
}
