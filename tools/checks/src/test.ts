// `npm test`: all tests, or those that are asked for with the arguments of vitest. What fails is run once more, alone, at the end.

import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { settings } from '@isochain/dial';
import { spawnTied, temporaryFolder } from '@isochain/leash';
import { journalVariable, readEntries } from './journal.ts';
import { judge } from './second-try.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = temporaryFolder('tests').path;

// Node's own way to end by a signal tells nobody. This one ends all that runs, and removes the folder.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  // .ci/run names a journal of its own: it tells what had begun if a step is over its limit.
  const first = process.env[journalVariable] ?? join(folder, 'first');
  if ((await runVitest(first, args)) === 0) return 0;
  const verdict = judge(readEntries(first), settings.exhaustive);
  if (verdict.again === undefined) {
    console.error(verdict.why);
    return 1;
  }
  console.error(`\nFailed, and run once more, alone:${listOf(verdict.again)}\n`);
  if ((await runVitest(join(folder, 'second'), ['--maxWorkers=1', ...verdict.again])) !== 0) return 1;
  console.error(`\nPassed at the second try:${listOf(verdict.again)}`);
  return 0;
}

/** @returns the exit code. */
function runVitest(journal: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawnTied(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, [journalVariable]: journal },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\n  ${name}`).join('');
}
