import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from './mutants.ts';
import type { Candidate, Results } from './results.ts';
import { type Outcome, packageOf, type Scope, type TestRun, type Verdict } from './verdict.ts';

export interface Plan {
  /** In the order of trial. Candidates of one file stand together. */
  readonly candidates: readonly Candidate[];
  readonly results: Results;
  /** One tree for each job. */
  readonly roots: readonly string[];
  /** The sets of tests that run, nearest first. They run one after the other until a test notices the mutant. */
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[];
  readonly run: (run: TestRun) => Promise<Outcome>;
  readonly tell: (line: string) => void;
}

export interface Judged {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
}

/** Far more time than the tests need if nothing is wrong, even on a busy machine. */
const timeFactor = 5;
const leastTimeMs = 30_000;

/**
 * Tries each mutant, one at a time in each tree, and puts the source back. It does not repeat known results.
 *
 * @throws Error when the tests of a file or of a package fail without any change. Such tests prove nothing.
 */
export async function judgeAll(plan: Plan): Promise<Judged[]> {
  const { candidates, results, roots } = plan;
  const open = candidates.filter((candidate) => results.of(candidate) === undefined);
  const files = [...new Set(open.map(({ file }) => file))];
  const untouched = runsWithoutChange(plan);
  await Promise.all(
    roots.map(async (root) => {
      for (let file = files.shift(); file !== undefined; file = files.shift()) {
        await judgeFile(
          { ...plan, untouched },
          root,
          file,
          open.filter((candidate) => candidate.file === file),
        );
      }
    }),
  );
  return candidates.flatMap((candidate) => {
    const verdict = results.of(candidate);
    return verdict === undefined ? [] : [{ candidate, verdict }];
  });
}

/** How tests end without any change. They run when it is first needed, and once. */
type Untouched = (tests: TestRun) => Promise<Outcome>;

/** Tests that reach a file are some of its package's, so these run once for all files of a package. */
function runsWithoutChange({ run, tell }: Plan): Untouched {
  const known = new Map<string, Promise<Outcome>>();
  const begin = async (what: string, tests: TestRun) => {
    const outcome = await run(tests);
    const seconds = Math.round(outcome.ms / 1000);
    if (outcome.verdict === 'survived') tell(`${what}: ${outcome.tests} tests, ${seconds} s without any change`);
    return outcome;
  };
  return async (tests) => {
    const isOwn = tests.scope === 'own';
    const what = isOwn ? tests.file : packageOf(tests.file);
    const running = known.get(what) ?? begin(what, isOwn ? tests : { ...tests, scope: 'package' });
    known.set(what, running);
    const outcome = await running;
    if (outcome.verdict !== 'survived') throw new Error(`the tests of ${what} fail without any change`);
    return outcome;
  };
}

async function judgeFile(
  plan: Plan & { readonly untouched: Untouched },
  root: string,
  file: string,
  candidates: readonly Candidate[],
): Promise<void> {
  const { results, tell } = plan;
  const path = join(root, file);
  tell(`${file}: ${candidates.length} to try`);
  for (const candidate of candidates) {
    let verdict: Verdict = 'survived';
    for (const scope of plan.scopes) {
      const tests = { root, file, scope, projects: plan.projects };
      const asItIs = await plan.untouched(tests);
      // Without tests there is nothing to wait for.
      if (asItIs.tests === 0) continue;
      const timeoutMs = Math.max(leastTimeMs, asItIs.ms * timeFactor);
      verdict = await judge(candidate, path, { ...tests, timeoutMs }, plan.run);
      if (verdict !== 'survived') break;
    }
    results.add(candidate, verdict);
    if (verdict === 'survived') tell(describe(candidate));
  }
}

async function judge({ source, mutant }: Candidate, path: string, tests: TestRun, run: Plan['run']): Promise<Verdict> {
  writeFileSync(path, apply(source, mutant));
  try {
    return (await run(tests)).verdict;
  } finally {
    writeFileSync(path, source);
  }
}

/** Where a mutant is, and what it changes, in one line. */
export function describe({ file, source, mutant }: Candidate): string {
  const { start, end, text, line, kind } = mutant;
  return `${file}:${line} ${kind}: ${shorten(source.slice(start, end))} -> ${text === ';' ? 'nothing' : shorten(text)}`;
}

function shorten(code: string): string {
  const oneLine = code.replace(/\s+/g, ' ');
  return oneLine.length > 70 ? `${oneLine.slice(0, 67)}...` : oneLine;
}
