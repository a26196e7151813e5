// `npm test`: all tests. Nx runs those of packages that something has changed, and has kept the results of the others.
// `npm test -- ...`: those that are asked for with the arguments of vitest.
// `npm run test:affected`: those of packages that the branch changed, and of packages that use them. `-- --base=v1`: since another commit than main.

import { join } from 'node:path';
import process from 'node:process';
import { settings } from '@isochain/dial';
import { temporaryFolder } from '@isochain/leash';
import { endBySignal } from './end-by-signal.ts';
import { journalVariable } from './journal.ts';
import { runKept } from './nx/run-kept.ts';
import { reportOf } from './report.ts';
import { runVitest } from './run-vitest.ts';

/** Files of a run from which on it ends with a table: one file is watched by its author. */
const slowRun = 20;

endBySignal();

// .ci/run names a journal of its own: it tells what had begun if a step is over its limit.
const journal = process.env[journalVariable] ?? join(temporaryFolder('tests').path, 'journal');
process.env[journalVariable] = journal;

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  return 1;
});

async function main(args: readonly string[]): Promise<number> {
  for (const remark of settings.remarks) console.error(remark);
  const { passed, results } = await run(args);
  if (results.length > slowRun) console.log(`\n${reportOf(results)}`);
  return passed ? 0 : 1;
}

function run(args: readonly string[]) {
  const anew = settings.exhaustive || settings.noCache;
  const [first, second = '--base=main', ...others] = args;
  if (first === undefined) return runKept(journal, anew);
  if (first !== '--affected') return runVitest(journal, args);
  const base = /^--base=(.+)$/.exec(second)?.[1];
  if (base !== undefined && others.length === 0) return runKept(journal, anew, base);
  throw new Error(`${args.slice(1).join(' ')}: expected the branch or commit to compare with, as in --base=main`);
}
