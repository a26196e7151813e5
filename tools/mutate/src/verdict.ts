import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, kill } from 'node:process';
import { spawnTied } from '@isochain/leash';

/** What became of a mutant: tests noticed it, no test noticed it, or the tests ran too long. Too long counts as noticed. */
export type Verdict = 'killed' | 'survived' | 'timeout';

/** Which tests run: those beside the file with its name, all of its package that reach it, or all of its package. */
export type Scope = 'own' | 'related' | 'package';

/** The result of a file's tests in a tree. */
export interface Outcome {
  readonly verdict: Verdict;
  /** How many tests ran. */
  readonly tests: number;
  readonly ms: number;
}

export interface TestRun {
  /** The tree. */
  readonly root: string;
  /** The path from the tree's root, with `/`. */
  readonly file: string;
  readonly scope: Scope;
  /** Which test projects run: `unit` alone, or `engines` too. */
  readonly projects: readonly string[];
  /** When to give up. If absent, it waits to the end. */
  readonly timeoutMs?: number | undefined;
}

/** Runs tests of a file until the first fails. */
export async function runTests({ root, file, scope, projects, timeoutMs }: TestRun): Promise<Outcome> {
  const report = join(root, '.mutate-report.json');
  rmSync(report, { force: true });
  const which = {
    // `a/b.` finds a/b.test.ts and a/b.engine.test.ts.
    own: ['run', file.replace(/ts$/, '')],
    related: ['related', file, '--run'],
    package: ['run'],
  }[scope];
  const args = [
    ...[join(root, 'node_modules/vitest/vitest.mjs'), ...which, '--bail=1', '--passWithNoTests'],
    ...projects.flatMap((project) => ['--project', project]),
    ...['--reporter=json', `--outputFile=${report}`],
  ];
  const started = performance.now();
  const code = await runToEnd(args, root, packageOf(file), timeoutMs);
  const ms = Math.round(performance.now() - started);
  if (code === undefined) return { verdict: 'timeout', tests: 0, ms };
  return { verdict: code === 0 ? 'survived' : 'killed', tests: countTests(report), ms };
}

/** The folder of the package that a file belongs to, `packages/evm` for one. */
export function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** Programs that run now. They end with this one. */
const running = new Set<number>();

/** Ends all programs that were started, with their children. */
export function endAll(): void {
  for (const pid of running) endGroup(pid);
}

/**
 * @param folder - Whose tests run.
 * @returns The exit code, or undefined if it took too long.
 */
function runToEnd(
  args: readonly string[],
  cwd: string,
  folder: string,
  timeoutMs: number | undefined,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    // It leads a process group, because tests start more processes.
    // A journal tells of the run above: what fails here fails on purpose.
    const { CHECKS_JOURNAL: _, ...inherited } = env;
    const child = spawnTied(execPath, args, {
      cwd,
      env: { ...inherited, CI: 'true', ISOCHAIN_TESTS_IN: folder },
      stdio: 'ignore',
    });
    const pid = child.pid;
    if (pid !== undefined) running.add(pid);
    let isLate = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true;
            if (pid !== undefined) endGroup(pid);
          }, timeoutMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (pid !== undefined) running.delete(pid);
      resolve(isLate ? undefined : (code ?? 1));
    });
  });
}

function endGroup(pid: number): void {
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function countTests(report: string): number {
  try {
    return Number((JSON.parse(readFileSync(report, 'utf8')) as { numTotalTests: number }).numTotalTests);
  } catch {
    // Without any test file there is no report.
    return 0;
  }
}
