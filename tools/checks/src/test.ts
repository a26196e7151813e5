// `npm test`: all tests, or those that are asked for with the arguments of vitest. What fails is run once more, alone, at the end.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { settings } from '@isochain/dial';
import { journalVariable, readEntries } from './journal.ts';
import { judge } from './second-try.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'isochain-tests-'));
/** The temporary directory of all that the run starts: so it is known what was left there, and it goes with the run. */
const temporary = join(folder, 'tmp');
mkdirSync(temporary);

let running: ChildProcess | undefined;
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(1);
  });
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  // .ci/run names a journal of its own: it tells what had begun if the whole run is over its limit.
  const first = process.env[journalVariable] ?? join(folder, 'first');
  const code = await runVitest(first, args);
  tellWhatIsLeft();
  if (code === 0) return 0;
  const verdict = judge(readEntries(first), settings.exhaustive);
  if (verdict.again === undefined) {
    console.error(verdict.why);
    return 1;
  }
  console.error(`\nFailed, and run once more, alone:${listOf(verdict.again)}\n`);
  const again = await runVitest(join(folder, 'second'), ['--maxWorkers=1', ...verdict.again]);
  if (again !== 0) return 1;
  console.error(`\nPassed at the second try:${listOf(verdict.again)}`);
  return 0;
}

/** @returns the exit code. */
function runVitest(journal: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, [journalVariable]: journal, TMPDIR: temporary },
    });
    running = child;
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function tellWhatIsLeft(): void {
  const left = readdirSync(temporary);
  if (left.length > 0) console.error(`\nLeft in the temporary directory, and removed:${listOf(left.slice(0, 20))}`);
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\n  ${name}`).join('');
}
